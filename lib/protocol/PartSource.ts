/**
 * Where a media part's bytes are. The arms are closed: a part with another source goes whole (R13, R20).
 * /spec/1.0/basic/run-input
 */
import type * as t from 'io-ts'
import { taggedUnion } from '../codec/index.js'
import { DataSource } from './DataSource.js'
import { FileSource } from './FileSource.js'
import { UrlSource } from './UrlSource.js'

export const PartSource = taggedUnion('PartSource', 'type', 'unrecognised-source', [DataSource, UrlSource, FileSource])
export type PartSource = t.TypeOf<typeof PartSource>
