/** The run on a request, as the pure stages have it. */
import type { Request } from 'express'
import type { Run } from '../stages/Run.js'
import type { Chain } from './chain.js'

export const runOf = (req: Request, { origins }: Chain): Run => {
  const { input, received, peer } = req.agui
  return { input, received, peer, origins }
}
