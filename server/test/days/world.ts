import type { Chance } from '../crash/chance.ts'
import type { Caller, Reply } from './http.ts'
import type { FileBank } from './bank/file-bank.ts'
import type { Effect } from './model/effects.ts'
import type { Letter } from './model/letters.ts'
import type { Announced } from './model/receipts.ts'
import type { Account, Inbound } from './read/resources.ts'
import type { Operator } from './stage/operator.ts'
import type { Server } from './stage/server.ts'

/** A payee that a party has saved. */
export interface Payee {
  beneficiaryId: string
  currency: string
  country: string
  purposeCode?: string
  body: Record<string, unknown>
}

/** An entity with the clients that act for it. */
export interface Party {
  name: string
  kind: 'RM' | 'ABS'
  entityId: string
  timeZone: string
  /** True if euro payments need a verification of the payee. */
  verifiesPayees: boolean
  /** True if it has little money and gets no more: it has debts for its deals and losses. */
  isScarce?: boolean
  maker: Caller
  approver: Caller
  accounts: Account[]
  payees: Payee[]
}

/** An API client that acts for several entities of one group; the last party is left out of it. */
export interface Group {
  caller: Caller
  parties: Party[]
}

export type PendingKind = 'payment' | 'trade' | 'transfer' | 'beneficiary'

/** Something that another client must decide on. */
export interface Pending {
  kind: PendingKind
  id: string
  party: Party
}

/** Objects created by the simulation, with their expected state. */
export interface World {
  server: Server
  operator: Operator
  /** Bank for payments by files; absent to use the sandbox's rails. */
  bank?: FileBank
  parties: Party[]
  group: Group
  /** The seeded corporate's maker: steers the sandbox. */
  driver: Caller
  /** Letters of the facilities that were changed, by facility. */
  letters: Map<string, Letter>
  /** Facilities that are being changed, or whose change failed. */
  changing: Set<string>
  /** Business time; the sandbox's clock is frozen and moves only when it is moved. */
  now: Date
  /** Owners by id. */
  trades: Map<string, Party>
  payments: Map<string, Party>
  /** Payments that a bank or their maker has said something about since they were last read. */
  touched: Set<string>
  transfers: Map<string, Party>
  /** Forwards that are not over, as last seen. */
  forwards: Set<string>
  /** Held rates that were made and may be used. */
  heldRates: Map<string, Party>
  /** Money in, in its last known state: it cannot be read back over HTTP. */
  inbound: Map<string, Inbound>
  /** Money in that the bank has reported in files and that has not arrived yet. */
  announced: Announced[]
  batches: Map<string, Party>
  pending: Pending[]
  /** Drawdowns by wire whose wire may still be sent. */
  wires: Map<string, Party>
  /** Payments that were on hold last night. */
  held: Set<string>
  /** Bookings to clients by operators who cleared contradictory reports. */
  cleared: Effect[]
  /** States in which something was on at least one night. */
  states: Set<string>
  /** Number of outcomes by act. */
  outcomes: Map<string, number>
  /** Percent by which each pair was moved in all. */
  moved: Map<string, number>
}

/** Context of an act: the acting party and its random choices. */
export interface Turn {
  world: World
  party: Party
  chance: Chance
}

export type Act = (turn: Turn) => Promise<void>

/** Notes the outcome of an act: the answer's error code, or its status. */
export function note({ world }: Pick<Turn, 'world'>, act: string, reply: Reply | string): void {
  const outcome = typeof reply === 'string' ? reply : (reply.body.code ?? `${reply.status}`)
  const key = `${act}: ${outcome}`
  world.outcomes.set(key, (world.outcomes.get(key) ?? 0) + 1)
}

/** Returns true if two parties are one entity, for any of its clients. */
export const isSame = (one: Party, other: Party): boolean => one.entityId === other.entityId

export const isDone = (reply: Reply): boolean => [200, 201, 202].includes(reply.status)

export const accountsIn = ({ accounts }: Party, currency: string): Account[] =>
  accounts.filter((account) => account.currency === currency)

export const currenciesOf = ({ accounts }: Party): string[] => [...new Set(accounts.map(({ currency }) => currency))]

/** Units of a currency that are worth about a euro, to draw amounts of like size. */
const PER_EURO: Record<string, number> = { JPY: 180, INR: 100, CNY: 8, AED: 4, CAD: 1.6, AUD: 1.8 }

/** A random amount of a currency, worth from `least` to `most` euros or so, as the wire writes it. */
export function amountOf(chance: Chance, currency: string, least: number, most: number): string {
  const factor = PER_EURO[currency] ?? 1
  const whole = Math.floor(chance.int(least, most) * factor)
  return currency === 'JPY' ? `${whole}` : `${whole}.${String(chance.int(0, 99)).padStart(2, '0')}`
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
