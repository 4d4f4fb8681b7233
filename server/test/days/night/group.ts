import { type Finding, finding } from '../findings.ts'
import type { Caller } from '../http.ts'
import { pages } from '../read/reader.ts'
import type { World } from '../world.ts'

/** Lists that a client of several entities reads; those with `updatedSince` are read from then on. */
const LISTS: { path: string; kind?: 'RM' | 'ABS'; isLong?: boolean }[] = [
  { path: '/v1/entities' },
  { path: '/v1/accounts' },
  { path: '/v1/balances' },
  { path: '/v1/beneficiaries' },
  { path: '/v1/fx/trades', isLong: true },
  { path: '/v1/payments', kind: 'RM', isLong: true },
  { path: '/v1/credit/margin-calls', kind: 'RM' },
  { path: '/v1/fx/quotes/held-rate', kind: 'ABS' },
]

type Row = Record<string, unknown>

/** Each list of the client of several entities is the lists of its entities together, all of them and two chosen ones. */
export async function compareGroup({ group }: World, since: Date | undefined): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { path, kind, isLong } of LISTS) {
    const parties = group.parties.filter((party) => !kind || party.kind === kind)
    const chosen = parties.slice(0, 2)
    const recent = isLong && since ? `updatedSince=${since.toISOString()}` : ''
    const byEntity = new Map<string, Row[]>()
    for (const { maker, entityId } of parties)
      byEntity.set(entityId, await listOf(maker, path, `entityId=${entityId}`, recent))
    const together = (some: typeof parties) => some.flatMap(({ entityId }) => byEntity.get(entityId) ?? [])
    const ids = chosen.map(({ entityId }) => `entityId=${entityId}`)
    findings.push(
      ...compareLists(path, together(parties), await listOf(group.caller, path, recent)),
      ...compareLists(`${path} of two`, together(chosen), await listOf(group.caller, path, ...ids, recent)),
    )
  }
  return findings
}

const listOf = (caller: Caller, path: string, ...query: string[]): Promise<Row[]> =>
  pages<Row>(caller, `${path}?${query.filter((part) => part !== '').join('&')}`)

/** Figures computed at the time of reading, not stored. */
const OF_THE_MOMENT = new Set(['asAt', 'accessedAt'])

const textOf = (row: Row): string =>
  JSON.stringify(row, (name, value: unknown) => (OF_THE_MOMENT.has(name) ? undefined : value))

/** A list over entities has each row of theirs once, in the same words, and no other. */
export function compareLists(list: string, expected: readonly Row[], actual: readonly Row[]): Finding[] {
  const [wanted, found] = [expected.map(textOf).sort(), actual.map(textOf).sort()]
  if (wanted.join('\n') === found.join('\n')) return []
  const missing = wanted.filter((row) => !found.includes(row))
  const foreign = found.filter((row) => !wanted.includes(row))
  return [
    finding(
      'a list over entities is their lists together',
      list,
      `${wanted.length} rows, ${missing[0]?.slice(0, 300) ?? 'none missing'}`,
      `${found.length} rows, ${foreign[0]?.slice(0, 300) ?? 'none foreign'}`,
    ),
  ]
}
