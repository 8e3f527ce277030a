// What both servers are asked.
exports.talkTo = async (server, { decodeRunInput, prompt, streamRun, wrapLegacy }) => {
  const { port } = server.address()
  const post = async body => {
    const response = await fetch(`http://127.0.0.1:${port}/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body)
    })
    return { status: response.status, body: await response.json() }
  }
  const input = content => ({ threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content }] })
  const image = { type: 'image', source: { type: 'url', value: 'https://example.com/a.png' } }
  const clean = await post(input('hi'))
  const downgraded = await post(input([{ type: 'text', text: 'look' }, image]))
  const refused = await post({})
  server.closeAllConnections()
  server.close()
  return {
    clean: [clean.status, clean.body.codes],
    downgraded: [downgraded.status, downgraded.body.codes],
    refused: [refused.status, refused.body.errors.map(({ pointer }) => pointer)],
    pure: decodeRunInput({}).left.code,
    handlers: [streamRun(async function* () {}), wrapLegacy(() => undefined, { request: prompt() })].map(
      each => typeof each
    )
  }
}
