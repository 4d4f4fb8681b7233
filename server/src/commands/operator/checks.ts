import type { Command } from 'commander'
import { findReconciliation, latestReconciliation, reconcile } from '../../reconciliation/index.ts'
import { areNotesIntact, listChains, readDigest, recordIdOf, sealAll, verifyChain } from '../../audit/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { compareBanks } from './banks/statements.ts'
import { idOf, type Run } from './run.ts'
import { UsageError } from './options/usage-error.ts'

/** Registers the reconciliation of the books and the verification of the audit trail. A difference ends them with status 1. */
export function checkCommands(operator: Command, run: Run): void {
  reconcileCommand(operator, run)
  verifyCommand(operator, run)
}

function reconcileCommand(operator: Command, run: Run): void {
  operator
    .command('reconcile')
    .description(
      'compare the books of clients with the house, and the house with statements of banks, and store the report of the day',
    )
    .option('--date <day>', 'print the stored report of a day instead')
    .addHelpText(
      'after',
      `
The service does it at the start of each day (UTC). Exit code 0: the books agree. Exit code 1: they differ; findings name the
accounts. Differences with banks do not change the exit code: list-bank-breaks lists them.

Example:
  npm run operator -- reconcile --date 2026-11-25`,
    )
    .action(({ date }: { date?: string }) =>
      run.inSteps(async (db, act) => {
        const row = date === undefined ? await reconcile(db, act, await compareBanks(db, act)) : await stored(db, date)
        if (row.differenceCount > 0) process.exitCode = 1
        const { day, asAt, differenceCount, report } = row
        return { day, asAt: asAt.toISOString(), differenceCount, ...report }
      }),
    )
}

/** @throws Error that names the latest day, if none is stored for the day */
async function stored(db: Parameters<typeof reconcile>[0], day: string) {
  const row = await findReconciliation(db.pool, day)
  if (row) return row
  const latest = await latestReconciliation(db.pool)
  throw new Error(
    `No reconciliation of ${day} is stored; ${latest ? `the latest is of ${latest.day}` : 'run reconcile without a date'}.`,
  )
}

function verifyCommand(operator: Command, run: Run): void {
  operator
    .command('verify-audit')
    .description('compare every record of the audit trail with its chain of hashes, and name the first that differs')
    .option('--entity <id>', 'one entity; default: all entities and the institution')
    .option('--position <n>', "position in the institution's chain that the log of an earlier day has, with --hash")
    .option('--hash <hash>', 'hash that the log has for it')
    .addHelpText(
      'after',
      `
Each entity has two chains: "entity", which its clients can read, and "institution" with the acts of operators and of screening.
Exit code 0: no record was changed or deleted. Exit code 1: one was; the last intact position and the record are named.
Chains that differ come last.
The log line "the audit trail is intact" of each night has the head of the institution's chain. Keep these lines on another machine:
--position and --hash prove that the whole trail up to that night is still the same.

Example:
  npm run operator -- verify-audit --entity ent_...`,
    )
    .action(({ entity, position: kept, hash }: { entity?: string; position?: string; hash?: string }) =>
      run.inSteps(async (db, { wall }) => {
        const head = headOf(kept, hash)
        await sealAll(db, wall)
        const entityId = entity === undefined ? undefined : idOf('ent', entity)
        const chains = await listChains(db.pool, entityId)
        if (entity !== undefined && chains.length === 0) throw new Error(`${entity} has no audit trail: check the id.`)
        const found = []
        for (const key of chains) {
          const { position, digest, difference } = await verifyChain(db.pool, key, 0n)
          if (difference) process.exitCode = 1
          found.push({
            entityId: key.entityId === HOUSE_ENTITY_ID ? 'house' : formatId('ent', key.entityId),
            chain: key.chain,
            intactTo: String(position),
            hash: digest,
            difference: difference?.kind ?? 'none',
            ...(difference && difference.position !== null && { position: String(difference.position) }),
            ...(difference && isNamed(difference) && { auditRecordId: recordIdOf(key.entityId, difference) }),
          })
        }
        const others = entity === undefined ? await institutionDifferences(db.pool, head) : []
        if (others.length > 0) process.exitCode = 1
        const differing = found.filter(({ difference }) => difference !== 'none')
        const intact = found.filter(({ difference }) => difference === 'none')
        return [
          ...intact,
          ...differing,
          ...others.map((difference) => ({ entityId: 'house', chain: 'institution', difference })),
        ]
      }),
    )
}

/** @throws Error unless a position comes with its hash */
function headOf(
  position: string | undefined,
  hash: string | undefined,
): { position: bigint; digest: string } | undefined {
  if (position === undefined && hash === undefined) return undefined
  if (!/^[1-9][0-9]{0,14}$/.test(position ?? '') || !/^[0-9a-f]{64}$/.test(hash ?? ''))
    throw new UsageError(
      'Give --position and --hash together, as the log has them: a number and 64 hexadecimal digits.',
    )
  return { position: BigInt(position!), digest: hash! }
}

/** Returns what differs beside the chains: the noted heads, and the head that somebody kept. */
async function institutionDifferences(
  db: Queryable,
  head: { position: bigint; digest: string } | undefined,
): Promise<string[]> {
  const isKept = !head || (await readDigest(db, HOUSE_CHAIN, head.position)) === head.digest
  return [...((await areNotesIntact(db)) ? [] : ['NotedHeads']), ...(isKept ? [] : ['KeptHead'])]
}

const HOUSE_CHAIN = { entityId: HOUSE_ENTITY_ID, chain: 'institution' } as const

const isNamed = ({ sequence, actId }: { sequence: bigint | null; actId: string | null }): boolean =>
  sequence !== null || actId !== null
