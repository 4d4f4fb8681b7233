/**
 * The institution that runs this installation: name, address, licence, look, and the codes of its branches from which account
 * numbers are formed. One file of the operator describes it (`readInstitution`); every document, page and message takes it
 * from here. A sandbox has a complete identity that is invented.
 */
export { type Branch, branchFor } from './branches.ts'
export { shadeFor, textOn } from './colour.ts'
export { addressLines, type Institution, requireIdentity } from './identity.ts'
export type { Picture } from './logo.ts'
export { readInstitution, withoutFile } from './read.ts'
