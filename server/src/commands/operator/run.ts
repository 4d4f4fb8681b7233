import type { Actor } from '../../kernel/actor.ts'
import { inTransaction, type Tx } from '../../kernel/db.ts'
import { parseId } from '../../kernel/ids.ts'
import type { OperatorDeps } from '../operator.ts'

/** Who acts and when. */
export interface Act {
  actor: Actor
  /** Business time. */
  now: Date
  /** Wall time. */
  wall: Date
}

/** Runs one act in one transaction and prints what it answers. */
export type Run = (work: (tx: Tx, act: Act) => Promise<object>) => Promise<void>

export function runner(open: () => Promise<OperatorDeps>, print: (result: object) => void): Run {
  return async (work) => {
    const deps = await open()
    try {
      const act = { actor: { type: 'operator' as const }, now: deps.clock.now(), wall: deps.clock.wall() }
      print(await inTransaction(deps.db, (tx) => work(tx, act)))
    } finally {
      await deps.close()
    }
  }
}

const WHAT = {
  ent: 'an entity',
  cli: 'an API client',
  acc: 'an account',
  inp: 'an inbound payment',
  ben: 'a beneficiary',
  scr: 'a screening case',
  fac: 'a credit facility',
  snp: 'a market snapshot',
  trd: 'a trade',
}

/** The stored id behind a wire id. @throws Error that says what was expected */
export function idOf(prefix: keyof typeof WHAT, text: string): string {
  const id = parseId(prefix, text)
  if (!id)
    throw new Error(
      `${text} is not the id of ${WHAT[prefix]}: those look like ${prefix}_01K9... (31 characters or less).`,
    )
  return id
}

/** For options that may be given several times or with commas between. */
export const collect = (text: string, sofar: string[] = []): string[] => [
  ...sofar,
  ...text.split(',').map((part) => part.trim()),
]
