import type { AdvicePort } from './advice.ts'
import type { PayeeOrder } from '../../beneficiaries/index.ts'
import type { Calendars } from '../../fx/calendar/index.ts'
import type { CountingRates } from '../../fx/reference-rates/index.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Deps } from '../../kernel/http/http.ts'
import type { PaymentRow } from '../record/queries.ts'
import type { RailPort } from '../rails/index.ts'
import type { Taken } from '../record/taken.ts'
import type { ModulusTable } from '../validation/index.ts'
import type { VerificationPort } from '../vop/index.ts'

/** Decisions on a payment that are made outside this module; the sandbox makes them by magic values. */
export interface PaymentPolicies {
  /** Whether a second person must approve it, besides what the entity's own policies ask. */
  needsApproval(payment: { reference: string }): boolean
  /**
   * Whether screening lets it pass or wants it reviewed. Asked when the payment is made, which lets a case be opened
   * early, and again when it is about to be released, which decides: names may be listed in between.
   *
   * @param payee as it would be paid now
   */
  screen(tx: Tx, payment: PaymentRow, payee: PayeeOrder, when: ScreeningMoment): Promise<'Pass' | 'Review'>
}

interface ScreeningMoment {
  stage: 'Create' | 'Release'
  /** Business time. */
  at: Date
  /** Wall time. */
  wall: Date
}

/** Where no policy is set nothing asks for approval, and where no lists are loaded nothing is held. */
export const openPolicies: PaymentPolicies = { needsApproval: () => false, screen: async () => 'Pass' }

/** What a payment asks of the account that pays. */
export interface PayingAccount {
  accountId: string
  currency: string
  status: 'Active' | 'Blocked' | 'Closed'
  permissions: readonly string[]
  iban?: string | null
  accountNumber?: string | null
}
/** An account of the entity; undefined when it has none with this id. */
export type FindAccount = (db: Queryable, entityId: string, accountId: string) => Promise<PayingAccount | undefined>

/** What an order is checked against. */
export interface OrderDeps {
  findAccount: FindAccount
  /** Holidays as they are now. */
  calendars: Calendars
  /** For limits, which are counted in the entity's base currency. */
  counting: CountingRates
  modulusTable: ModulusTable
  policies: PaymentPolicies
  /** Asked for items of a batch that must be verified and name no verification; absent: those are refused. */
  verification?: VerificationPort
  /** Sends payment advices by e-mail; absent: orders that ask for them are rejected. */
  advice?: AdvicePort | undefined
  /** Of a dry run: what the payments before have taken, which are not stored. */
  taken?: Taken
}

export interface PaymentDeps extends Deps, OrderDeps {}

/** What the work of payments needs. */
export interface PaymentWorkDeps extends OrderDeps, Pick<Deps, 'clock'> {
  rail: RailPort
  /** Warns once of a bank's report that contradicts its payment and waits on the operator's work list. */
  warnOfReport?: (found: Record<string, unknown>) => void
}
