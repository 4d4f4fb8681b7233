/**
 * Sanctions screening. Payees, payments and money that comes in are compared with the lists that the operator has loaded;
 * what is alike opens a case, the thing is held, and a reviewer other than its maker releases or stops it. Clients are not
 * told what was found: cases are in the audit and in the operator's commands.
 */
export { loadList } from './load.ts'
export { type CaseRow, casesOf, findCase, findLists, type ListRow, openCases } from './queries.ts'
export { DEFAULT_THRESHOLD } from './rules.ts'
export type { Hit, Party } from './search.ts'
export { closeCase, createScreening, decideCase, type Review, type Screening } from './service.ts'
