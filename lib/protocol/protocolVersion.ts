/** The version of AG-UI that this package reads (/spec/1.0/basic/versioning). */
export const PROTOCOL_VERSION = '1.0'
