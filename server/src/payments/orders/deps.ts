import type { Mailer } from '../../kernel/mail/mailer.ts'
import type { PayeeOrder, Screen } from '../../beneficiaries/index.ts'
import type { Calendars } from '../../fx/calendar/index.ts'
import type { CountingRates } from '../../fx/reference-rates/index.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Deps } from '../../kernel/http/http.ts'
import type { PaymentRow } from '../record/queries.ts'
import type { RailRegistry } from '../rails/index.ts'
import type { Taken } from '../record/taken.ts'
import type { ModulusTable } from '../validation/index.ts'
import type { VerificationPort } from '../vop/index.ts'

/** Decisions on a payment that are made outside this module; the sandbox makes them by magic values. */
export interface PaymentPolicies {
  /** Returns true if the payment needs a second person's approval beyond the entity's own policies. */
  needsApproval(payment: { reference: string }): boolean
  /**
   * Screens a payment: pass or review. At creation it decides on a payment that nothing else stops, and otherwise opens a case
   * early. It decides again before a release, because the lists may have changed.
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

/** Default policies: no approval without a policy, no hold without screening lists. */
export const openPolicies: PaymentPolicies = { needsApproval: () => false, screen: async () => 'Pass' }

/** Requirements of a payment on its paying account. */
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

/** Dependencies for checking an order. */
export interface OrderDeps {
  findAccount: FindAccount
  /** Holidays as they are now. */
  calendars: Calendars
  /** Rates for limits, which use the entity's base currency. */
  counting: CountingRates
  modulusTable: ModulusTable
  policies: PaymentPolicies
  /** Screens payees that are saved with a payment; absent without screening. */
  screen?: Screen
  /** Banks that payments go to. */
  rails: RailRegistry
  /** Asked for items of a batch that must be verified and name no verification; absent: those are refused. */
  verification?: VerificationPort
  /** Sends payment advices by e-mail; absent: orders that ask for them are rejected. */
  mailer?: Mailer | undefined
  /** Amounts used by previous unsaved payments of a dry run. */
  taken?: Taken
}

export interface PaymentDeps extends Deps, OrderDeps {}

/** Dependencies of the payment jobs. */
export interface PaymentWorkDeps extends OrderDeps, Pick<Deps, 'clock'> {
  /** Warns once of a bank's report that contradicts its payment and waits on the operator's work list. */
  warnOfReport?: (found: Record<string, unknown>) => void
  /** Counts a bank's report that changed nothing or contradicts its payment. */
  countReport?: (outcome: 'Ignored' | 'Contradictory') => void
}
