/**
 * Sanctions screening. Payees, payments and inbound payments are compared with the operator's lists; a match opens a
 * case, the subject is held, and a reviewer other than its maker releases or stops it. Clients never see the match:
 * cases appear only in the audit and in the operator's commands.
 */
export { decodeList } from './formats/encoding.ts'
export { loadList } from './load.ts'
export { type CaseRow, casesOf, findCase, findLists, type ListRow, openCases } from './queries.ts'
export {
  countEntitiesToScreen,
  entitiesToScreen,
  findProgress,
  lockProgress,
  newestNames,
  type Progress,
  storeProgress,
} from './progress.ts'
export type { Hit, Party } from './search.ts'
export { closeCase, createScreening, decideCase, type Review, type Screening } from './service.ts'
export { refuse as refuseScreening } from './rules.ts'
export { screeningModule } from './module.ts'
