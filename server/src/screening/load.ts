import type { Act } from '../kernel/values/act.ts'
import { createHash } from 'node:crypto'
import { recordAudit } from '../events/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../kernel/values/house.ts'
import { parseList } from './formats/index.ts'
import { findLists, lockLists, type ListRow, replaceList } from './queries.ts'
import { refuse } from './rules.ts'

interface ListFile {
  /** The operator's name for it: OFAC_SDN, UK, EU … */
  list: string
  text: string
  /** OFAC's ALT.CSV, beside its SDN.CSV. */
  aliases?: string
  /** Load it though it has less than half the entries of the one before. */
  force?: boolean
}

/** A list that shrinks to less than this share is more likely a broken download than a wave of delistings. */
const LEAST_SHARE = 0.5

/**
 * Reads a list and puts it in the place of the one of its name; every process screens with it from the commit on.
 *
 * @throws screening_list_unreadable, screening_list_shrunk
 */
export async function loadList(tx: Tx, file: ListFile, act: Act): Promise<ListRow> {
  const { format, published, names } = parseList(file.text, file.aliases)
  await lockLists(tx)
  const before = (await findLists(tx)).find(({ list }) => list === file.list)
  const entries = new Set(names.map(({ entryId }) => entryId)).size
  if (before && !file.force && hasShrunk({ entries, names: names.length }, before)) {
    const { entries: entriesBefore, names: namesBefore } = before
    throw refuse.screening_list_shrunk({ entries, names: names.length, before: entriesBefore, namesBefore })
  }
  const sha256 = createHash('sha256').update(file.text).digest('hex')
  await replaceList(tx, { list: file.list, format, published, sha256, names, loadedAt: act.wall })
  const row = (await findLists(tx)).find(({ list }) => list === file.list)!
  await recordAudit(tx, act, {
    entityId: HOUSE_ENTITY_ID,
    action: 'screeningList.loaded',
    resourceType: 'screeningList',
    resourceId: HOUSE_ENTITY_ID,
    detail: { list: file.list, format, published, sha256, entries: row.entries, names: row.names },
  })
  return row
}

/** Returns true if a list has lost most of its entries, or most of the further names of its entries. */
function hasShrunk(now: Pick<ListRow, 'entries' | 'names'>, before: Pick<ListRow, 'entries' | 'names'>): boolean {
  const further = ({ names, entries }: typeof now) => names - entries
  return now.entries < before.entries * LEAST_SHARE || further(now) < further(before) * LEAST_SHARE
}
