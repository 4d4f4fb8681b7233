import { auditRows, auditsOfSet, recordAudit } from '../../events/index.ts'
import type { Db, RecordedAct, Tx } from '../../kernel/db/db.ts'
import { writeAlone } from '../../kernel/db/waits/write-alone.ts'
import { createBatcher, runOfEpoch } from '../../kernel/jobs/batcher.ts'
import type { Act } from '../../kernel/values/act.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { callRows, callsGiven, type IdempotentCall, isCallKnown } from '../http/index.ts'
import { recordUnapproved, unapprovedEntry } from './audit.ts'
import {
  consentRowOf,
  formatConsentId,
  insertConsent,
  insertStep,
  newConsentRows,
  type NewConsentRow,
  newConsentsOfSet,
  parseConsentId,
} from './queries.ts'
import type { PermissionCode } from './permission-codes.ts'
import { TIME_TO_AUTHORISE_MS } from './rules.ts'
import { consentOf } from './service.ts'
import type { Consent, ConsentedPayment, ObVersion, PaymentConsentKind, PaymentTerms } from './types.ts'

export interface NewAccountAccess {
  clientId: string
  version: ObVersion
  permissions: PermissionCode[]
  expiresAt?: Date
  transactionsFrom?: Date
  transactionsTo?: Date
}

/** Stores a request for access to accounts, whose permissions the caller has checked; it awaits its user. */
export function createAccountAccess(tx: Tx, order: NewAccountAccess, act: Act): Promise<Consent> {
  const { clientId, version, permissions, expiresAt = null, transactionsFrom = null, transactionsTo = null } = order
  const own = { permissions, expiresAt, transactionsFrom, transactionsTo, payment: null, terms: null, offer: null }
  return store(tx, { clientId, version, kind: 'accountAccess', ...own }, act)
}

/** Returns an audit record of the creation of a consent; undefined if there is none. */
export type CreationRecord = (consentUuid: string, offer: Record<string, unknown> | null) => RecordedAct | undefined

export interface NewPaymentConsent {
  clientId: string
  version: ObVersion
  kind: PaymentConsentKind
  payment: ConsentedPayment
  terms: PaymentTerms
  offer?: Record<string, unknown>
  /** Gives an audit record beside that of the creation. */
  record?: CreationRecord
  /** Business time until which the user can decide; an hour when absent, a rate's or a cut-off's end when that is sooner. */
  authoriseBy?: Date
}

/** Stores a request for a payment, already checked by the caller; it awaits its user. */
export async function createPaymentConsent(tx: Tx, order: NewPaymentConsent, act: Act): Promise<Consent> {
  const consent = await store(tx, orderOf(order), act)
  const entry = order.record?.(parseConsentId(consent.consentId)!, consent.offer)
  if (entry) await recordAudit(tx, act, entry)
  return consent
}

type Order = Omit<NewConsentRow, 'consentUuid' | 'createdAt' | 'authoriseBy'> & { authoriseBy?: Date }

function orderOf(order: NewPaymentConsent): Order {
  const { offer = null, record: _record, ...rest } = order
  const none = { permissions: null, expiresAt: null, transactionsFrom: null, transactionsTo: null }
  return { ...rest, ...none, offer }
}

async function store(tx: Tx, order: Order, act: Act): Promise<Consent> {
  const row = await insertConsent(tx, newRow(order, act))
  await insertStep(tx, row, row, act)
  await recordUnapproved(tx, row, 'created', act)
  return consentOf(row, act.at)
}

function newRow(order: Order, { at }: Act): NewConsentRow {
  const latest = new Date(at.getTime() + TIME_TO_AUTHORISE_MS)
  const authoriseBy = order.authoriseBy && order.authoriseBy < latest ? order.authoriseBy : latest
  return { ...order, consentUuid: newUuid(), createdAt: at, authoriseBy }
}

/** A consent with everything that is stored with it. */
interface ConsentToStore {
  row: NewConsentRow
  call: IdempotentCall
  act: Act
  records: readonly RecordedAct[]
}

/** Stores new payment consents, many in one statement and one commit. One for each process. */
export interface ConsentStore {
  /** Stores a consent as `createPaymentConsent` does, with its key; undefined if the key is known, and nothing is stored. */
  store(order: NewPaymentConsent, call: IdempotentCall, act: Act): Promise<Consent | undefined>
}

/** Creates the store of this process. */
export function createConsentStore(db: Pick<Db, 'pool' | 'epochs'>): ConsentStore {
  const storeAll = async (consents: ConsentToStore[]) => {
    await writeAlone(db, storing(consents))
    return consents.map(() => undefined)
  }
  const batcher = createBatcher<ConsentToStore, void>({
    run: (consents) => runOfEpoch(db.epochs?.current(), consents, ({ act }) => act.epoch, storeAll),
    recover: (error) => (isCallKnown(error) ? 'split' : 'reject'),
  })
  return {
    async store(order, call, act) {
      const row = newRow(orderOf(order), act)
      try {
        await batcher.submit({ row, call, act, records: recordsOf(row, order) })
      } catch (error) {
        if (isCallKnown(error)) return undefined
        throw error
      }
      return consentOf(consentRowOf(row), act.at)
    },
  }
}

function recordsOf(row: NewConsentRow, { record }: NewPaymentConsent): RecordedAct[] {
  const further = record?.(row.consentUuid, row.offer)
  return [unapprovedEntry(row, 'created'), ...(further ? [further] : [])]
}

const STORE = {
  name: 'store-payment-consents',
  text: `with ${[...newConsentsOfSet('$1', '$2'), auditsOfSet('$3'), callsGiven('$4')].join(',\n    ')} select`,
}

const storing = (consents: readonly ConsentToStore[]) => ({
  ...STORE,
  values: [
    ...newConsentRows(consents),
    auditRows(consents.flatMap(({ act, records }) => records.map((entry) => ({ act, entry })))),
    callRows(consents.map(({ row, call }) => ({ call, resourceId: formatConsentId(row.consentUuid) }))),
  ],
})
