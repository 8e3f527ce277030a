/**
 * Extra information on a message, a tool call, a tool or a resume entry: absent or an object, open by key (R23).
 * /spec/1.0/basic/metadata
 */
export { openObject as Metadata } from '../codec/index.js'
