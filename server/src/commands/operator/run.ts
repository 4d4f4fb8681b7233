import { hostname, userInfo } from 'node:os'
import type { Act } from '../../kernel/values/act.ts'
import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import type { PriceSources } from '../../fx/pricing/index.ts'
import type { Institution } from '../../institution/index.ts'
import { recordAudit } from '../../events/index.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { UsageError } from './options/usage-error.ts'

/** Parts that the operator's commands work on. */
export interface OperatorDeps {
  db: Db
  clock: Clock
  institution: Institution
  /** Opens calendars and market, for commands that price a deal. */
  openPrices?(): Promise<PriceSources>
  close(): Promise<void>
}

/** Runs one action in one transaction and prints its result. */
export interface Run {
  (work: (tx: Tx, act: Act, deps: Pick<OperatorDeps, 'openPrices' | 'institution'>) => Promise<object>): Promise<void>
  /** Runs an action of several transactions, because it writes the books of two entities, and prints its result. */
  inSteps(work: (db: Db, act: Act) => Promise<object>): Promise<void>
}

/** Command that an operator called. */
interface Called {
  name: string
  /** Entity that its options name. */
  entity?: string | undefined
}

/** Records a command that changed something and left no record of its own, so that every one has one. */
async function recordCommand(tx: Tx, act: Act, called: Called | undefined): Promise<void> {
  if (!called || tx.atCommit.hasRecord()) return
  const { rows } = await tx.query<{ wrote: boolean }>('select pg_current_xact_id_if_assigned() is not null as wrote')
  if (!rows[0]!.wrote) return
  const entityId = called.entity === undefined ? undefined : parseId('ent', called.entity)
  await recordAudit(tx, act, {
    entityId: entityId ?? HOUSE_ENTITY_ID,
    action: `operator.${called.name}`,
    resourceType: 'entity',
    resourceId: entityId ?? null,
  })
}

/** Returns the account and the host that a command runs on. An account without a name has its number. */
function operatorAddress(): string {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return `${process.getuid?.() ?? 'unknown'}@${hostname()}`
  }
}

/**
 * Makes the runner of commands, on the parts that `open` opens for each.
 *
 * @param command returns the one that runs
 */
export function runner(
  open: () => Promise<OperatorDeps>,
  print: (result: object) => void,
  command: () => Called | undefined,
): Run {
  const withDeps = async (work: (deps: OperatorDeps, act: Act) => Promise<object>) => {
    const deps = await open()
    try {
      const origin = { address: operatorAddress(), operation: command()?.name }
      const { clock } = deps
      const act = { at: clock.now(), wall: clock.wall(), epoch: clock.epoch?.() }
      print(await work(deps, { actor: { type: 'operator' }, ...act, ...origin }))
    } catch (error) {
      if (error instanceof Refusal) error.message = forOperator(error.message)
      throw error
    } finally {
      await deps.close()
    }
  }
  const run = (work: (tx: Tx, act: Act, deps: OperatorDeps) => Promise<object>) =>
    withDeps((deps, act) =>
      inTransaction(deps.db, async (tx) => {
        const result = await work(tx, act, deps)
        await recordCommand(tx, act, command())
        return result
      }),
    )
  return Object.assign(run, {
    inSteps: (work: (db: Db, act: Act) => Promise<object>) => withDeps(({ db }, act) => work(db, act)),
  })
}

/** Returns the message of an error without the reason that holds for API clients only: an operator sees all objects. */
const forOperator = (message: string): string => message.replace(' or is not visible to this client', '')

/** Objects by the prefix of their ids. */
export const WHAT = {
  ent: 'an entity',
  cli: 'an API client',
  acc: 'an account',
  inp: 'an inbound payment',
  ben: 'a beneficiary',
  scr: 'a screening case',
  fac: 'a credit facility',
  snp: 'a market snapshot',
  trd: 'a trade',
  ctr: 'a contradictory report',
  brk: 'a break between a bank and the books',
  obc: 'a consent of open banking',
  pay: 'a payment',
  apl: 'an approval policy',
  amq: 'a quote of an amendment',
  usr: 'a user',
}

/** Returns the stored id of a wire id. @throws Error with the expected form */
export function idOf(prefix: keyof typeof WHAT, text: string): string {
  const id = parseId(prefix, text)
  if (!id) throw new UsageError(`${text} ${idError(prefix, text)}`)
  return id
}

/** Returns what is wrong with a wire id, as the rest of a sentence that begins with it; undefined if it is valid. */
export const idError = (prefix: keyof typeof WHAT, text: string): string | undefined =>
  parseId(prefix, text)
    ? undefined
    : `is not the id of ${WHAT[prefix]}: those look like ${prefix}_01K9... (${prefix.length + 27} characters).`

const CLIENT = /^cli_/i
const STORED_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Name of a person, without digits and underscores: a text that looks like an id is not accepted. */
const PERSON = /^\p{L}[\p{L}\p{M} .,'’-]{0,99}$/u
const MAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/

/**
 * Returns the reviewer in the form that is stored and compared with the maker's: an API client by its stored id, in any
 * spelling; other persons by name or e-mail address.
 *
 * @throws Error that says what was expected
 */
export function reviewerOf(text: string): string {
  const given = text.trim()
  if (CLIENT.test(given)) return idOf('cli', `cli_${given.slice(4)}`)
  if (STORED_ID.test(given)) return given.toLowerCase()
  if (PERSON.test(given) || MAIL.test(given)) return given
  throw new UsageError(
    `${text} names no reviewer: give the id of an API client (cli_01K9...), a name or an e-mail address.`,
  )
}

/** A reviewer as it is shown: an API client by its wire id. */
export const shownReviewer = (reviewer: string | null): string | null =>
  reviewer !== null && STORED_ID.test(reviewer) ? formatId('cli', reviewer) : reviewer

/** Collects options that may be repeated or contain commas. */
export const collect = (text: string, sofar: string[] = []): string[] => [
  ...sofar,
  ...text.split(',').map((part) => part.trim()),
]
