import type { Act } from '../kernel/values/act.ts'
import { recordAudit, shownResourceId } from '../events/index.ts'
import type { Queryable, Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import {
  type CaseRow,
  casesOf,
  insertCase,
  listsVersion,
  lockCase,
  readNames,
  readNamesSince,
  type ScreenedResource,
  updateCase,
} from './queries.ts'
import { fingerprintOf, isSameFinding, refuse } from './rules.ts'
import { createSearcher, type Hit, type ListedName, type Party, type Searcher } from './search.ts'

/** Subject of screening and its stage of life. */
interface ScreenedThing extends Act {
  entityId: string
  resourceType: ScreenedResource
  resourceId: string
  stage: CaseRow['stage']
  parties: readonly Party[]
  /** Id of who made it; they may not review it. Absent: the system or a bank. */
  maker?: string | null
}

interface ScreeningResult {
  /** Matches to review: empty without matches, or if all were released before. */
  hits: Hit[]
  /** The case that waits for a reviewer. */
  caseId?: string
}

/** Compares names with the lists that the operator has loaded; with none loaded nothing is found. */
export interface Screening {
  /**
   * Screens a subject. A match opens a case in the same transaction; the caller holds the subject until it is decided.
   *
   * @param found what `look` has just returned for the same parties, so that the transaction does not search
   */
  screen(tx: Tx, thing: ScreenedThing, found?: Hit[]): Promise<ScreeningResult>
  /** Looks names up without opening a case. */
  look(db: Queryable, parties: readonly Party[]): Promise<Hit[]>
  /** Looks names up among those that the lists added or changed after a version of the lists. Opens no case. */
  lookSince(db: Queryable, parties: readonly Party[], version: bigint): Promise<Hit[]>
}

/**
 * @param threshold 0 to 1; a score from it on is a hit
 * @param countries whose payees, payers and banks are always reviewed
 */
export function createScreening(threshold: number, countries: readonly string[] = []): Screening {
  const all = keepSearcher()
  const newer = keepSearcher()
  const versions = new WeakMap<Queryable, Promise<string>>()

  /** Reads the version of the lists once in a transaction, so that a set of payments asks for it once. */
  function versionIn(db: Queryable): Promise<string> {
    if (!('isTransaction' in db)) return listsVersion(db)
    const known = versions.get(db) ?? listsVersion(db)
    versions.set(db, known)
    return known
  }

  async function look(db: Queryable, parties: readonly Party[]): Promise<Hit[]> {
    const listed = parties.flatMap((party) => countryHits(party, countries))
    const version = await versionIn(db)
    if (version === '') return listed
    const searcher = await all(version, () => readNames(db))
    const named = parties.filter(({ name }) => name.trim() !== '')
    return [...listed, ...(await searcher.search(named, threshold))]
  }

  async function lookSince(db: Queryable, parties: readonly Party[], after: bigint): Promise<Hit[]> {
    const version = await versionIn(db)
    if (version === '') return []
    const searcher =
      after === 0n
        ? await all(version, () => readNames(db))
        : await newer(`${version} ${after}`, () => readNamesSince(db, after))
    return searcher.search(
      parties.filter(({ name }) => name.trim() !== ''),
      threshold,
    )
  }

  return {
    look,
    lookSince,
    async screen(tx, thing, found) {
      const hits = found ?? (await look(tx, thing.parties))
      return hits.length === 0 ? { hits } : review(tx, thing, hits)
    },
  }
}

/** Keeps the searcher of one version of the lists. Searches that need another one at the same time make it once. */
function keepSearcher(): (version: string, read: () => Promise<ListedName[]>) => Promise<Searcher> {
  let kept: { version: string; searcher: Promise<Searcher> } | undefined
  return (version, read) => {
    if (kept?.version === version) return kept.searcher
    const made = { version, searcher: read().then(createSearcher) }
    kept = made
    made.searcher.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.searcher
  }
}

/** The countries of a party, its bank's by the BIC too, that the operator has everything reviewed of. */
function countryHits({ role, name, country, bic }: Party, countries: readonly string[]): Hit[] {
  const own = new Set([country, bic?.slice(4, 6).toUpperCase()])
  return countries
    .filter((code) => own.has(code))
    .map((code) => ({
      role,
      screened: name,
      list: 'COUNTRIES',
      entryId: code,
      listedName: code,
      programs: '',
      score: 1,
    }))
}

/** The case that the find belongs to: one that is open, or a new one unless a reviewer has released the same before. */
async function review(tx: Tx, thing: ScreenedThing, hits: Hit[]): Promise<ScreeningResult> {
  const fingerprint = fingerprintOf(hits)
  const known = await casesOf(tx, thing)
  if (known.some((row) => row.status === 'Released' && isSameFinding(row.hits, hits))) return { hits: [] }
  const open = known.find(({ status }) => status === 'Open')
  if (open && isSameFinding(open.hits, hits)) return { hits, caseId: open.caseId }
  if (open) await supersede(tx, open, thing)
  const row = caseOf(thing, hits, fingerprint)
  await insertCase(tx, row)
  await audit(tx, row, 'screeningCase.opened', thing, { hits, stage: row.stage })
  return { hits, caseId: row.caseId }
}

/** Replaces an open case by the next one when its subject has changed. */
async function supersede(tx: Tx, open: CaseRow, thing: ScreenedThing): Promise<void> {
  const row = { ...open, status: 'Rejected' as const, decidedBy: 'system', decidedAt: thing.at, reason: 'Superseded' }
  await updateCase(tx, row)
  await audit(tx, row, 'screeningCase.superseded', thing, {})
}

const caseOf = (thing: ScreenedThing, hits: Hit[], fingerprint: string): CaseRow => ({
  entityId: thing.entityId,
  caseId: newUuid(),
  resourceType: thing.resourceType,
  resourceId: thing.resourceId,
  stage: thing.stage,
  status: 'Open',
  parties: [...thing.parties],
  hits,
  fingerprint,
  maker: thing.maker ?? null,
  openedAt: thing.at,
  decidedBy: null,
  decidedAt: null,
  reason: null,
})

export interface Review extends Act {
  entityId: string
  caseId: string
  decision: 'Released' | 'Rejected'
  /** Reviewer: an API client's stored id, or a name. */
  reviewer: string
  reason: string
}

/**
 * Stores a reviewer's decision on a case; the caller releases or stops the subject in the same transaction.
 *
 * @throws screening_case_not_found, screening_case_decided, screening_self_review
 */
export async function decideCase(tx: Tx, review: Review): Promise<CaseRow> {
  const open = await lockCase(tx, review.entityId, review.caseId)
  if (!open) throw refuse.screening_case_not_found()
  if (open.status !== 'Open') {
    const { status, decidedBy, decidedAt } = open
    throw refuse.screening_case_decided({ status, decidedBy, decidedAt: decidedAt!.toISOString() })
  }
  const { reviewer, decision, reason, at } = review
  if (open.maker === reviewer) throw refuse.screening_self_review({ reviewer })
  const row = { ...open, status: decision, decidedBy: reviewer, decidedAt: at, reason }
  await updateCase(tx, row)
  await audit(tx, row, `screeningCase.${decision.toLowerCase()}`, review, { reviewer, reason })
  return row
}

/** Decides on the open case of a thing on which somebody decides elsewhere; where there is none, nothing happens. */
export async function closeCase(
  tx: Tx,
  thing: Pick<ScreenedThing, 'entityId' | 'resourceType' | 'resourceId'>,
  review: Omit<Review, 'entityId' | 'caseId'>,
): Promise<void> {
  const { decision, reviewer, reason, at } = review
  const open = (await casesOf(tx, thing)).find(({ status }) => status === 'Open')
  if (!open) return
  const row = { ...open, status: decision, decidedBy: reviewer, decidedAt: at, reason }
  await updateCase(tx, row)
  await audit(tx, row, `screeningCase.${decision.toLowerCase()}`, review, { reviewer, reason })
}

/** Records only an audit entry: an event would disclose the match to the client, which the law may forbid. */
const audit = (tx: Tx, row: CaseRow, action: string, act: Act, detail: Record<string, unknown>) =>
  recordAudit(tx, act, {
    entityId: row.entityId,
    action,
    resourceType: 'screeningCase',
    resourceId: row.caseId,
    detail: { ...detail, [row.resourceType]: shownResourceId(row.resourceType, row.resourceId) },
  })
