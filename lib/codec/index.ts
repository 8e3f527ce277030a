/** The words in which the protocol is written down. */
export { answered } from './answered.js'
export { codec, isEmptyObject, isObject, type AnyCodec, type Codec, type Translate } from './Codec.js'
export { closedSet, literal, oneOf, type Literal } from './closedSet.js'
export { list } from './list.js'
export { count, flag, openObject, openValue, text } from './primitives.js'
export {
  formerlyNull,
  optional,
  record,
  snakeCase,
  type Optional,
  type RecordCodec,
  type RecordOf,
  type Shape
} from './record.js'
export {
  MALFORMED,
  plainReading,
  Report,
  Unrecognised,
  type Finding,
  type FoundFault,
  type FoundRemark,
  type Reading
} from './Report.js'
export { taggedUnion } from './taggedUnion.js'
export { textOr } from './textOr.js'
