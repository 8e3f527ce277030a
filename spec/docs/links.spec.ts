/** Every relative link in README and docs leads somewhere. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pages, root, textOf } from './pages.js'

const anchorsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  )

const links = [...pages, 'CONTRIBUTING.md'].flatMap(page =>
  [...textOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link }))
)

describe('links', () => {
  it.each(links)('$link in $page leads somewhere', ({ page, link }) => {
    const target = new URL(link, new URL(page, root))
    const anchor = target.hash.slice(1)
    target.hash = ''
    expect(existsSync(target), target.pathname).toBe(true)
    if (anchor !== '') expect(anchorsOf(textOf(target))).toContain(anchor)
  })
})
