import { BANK_TRANSACTION_CODES } from './bank-transaction-codes.ts'
import { formatId, formatLastingId, parseId } from '../kernel/values/ids.ts'
import { formatAmount } from '../kernel/values/money.ts'
import type { HoldRow, PostingRow, TransactionType } from '../ledger/index.ts'
import type { TransactionOut } from './schema.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A booked transaction is named by its account and its place there: the account's 26 characters, then the sequence in base
 * 32. At most 40 characters in all.
 */
export function formatTransactionId(accountId: string, sequence: bigint): string {
  let out = ''
  for (let rest = Number(sequence); rest > 0; rest = Math.floor(rest / 32)) out = ALPHABET[rest % 32]! + out
  return `txn_${formatLastingId('acc', accountId).slice(4)}${out}`
}

/** Id prefixes of the objects behind a posting, by the ledger's name. */
const PREFIX: Record<string, string> = {
  internalTransfer: 'ift',
  payment: 'pay',
  trade: 'trd',
  inboundPayment: 'inp',
  drawdown: 'drd',
  marginCall: 'mgc',
  creditFacility: 'fac',
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
/** The ledger's name of a related type on the wire: "InboundPayment" is inboundPayment. */
export const relatedTypeOf = (wire: string): string => wire.charAt(0).toLowerCase() + wire.slice(1)

/** The stored id behind any id that can be a transaction's related one. */
export function parseRelatedId(text: string): string | undefined {
  return Object.values(PREFIX).includes(text.slice(0, 3)) ? parseId(text.slice(0, 3), text) : undefined
}

const related = (type: string, id: string, clientReference: string | null) =>
  type in PREFIX ? { type: capital(type), id: formatId(PREFIX[type]!, id), clientReference } : null

/** A posting as it goes out. */
export function presentPosting(posting: PostingRow): TransactionOut {
  const { currency, amountMinor, detail, counterpartyAccount } = posting
  const isIban = counterpartyAccount !== null && /^[A-Z]{2}\d{2}/.test(counterpartyAccount)
  const hasCounterparty = posting.counterpartyName !== null || counterpartyAccount !== null
  return {
    transactionId: formatTransactionId(posting.accountId, posting.sequence),
    accountId: formatId('acc', posting.accountId),
    entityId: formatId('ent', posting.entityId),
    bookedAt: posting.postedAt.toISOString(),
    valueDate: posting.valueDate,
    amount: formatAmount(amountMinor < 0n ? -amountMinor : amountMinor, currency),
    currency,
    creditOrDebit: amountMinor < 0n ? 'Debit' : 'Credit',
    status: posting.reversed ? 'Reversed' : 'Booked',
    type: posting.type,
    runningBalance: formatAmount(posting.balanceAfterMinor, currency),
    description: posting.description,
    reference: posting.reference,
    creditorReference: detail?.creditorReference ?? null,
    endToEndId: posting.endToEndId,
    uetr: detail?.uetr ?? null,
    returnReason: posting.type === 'PaymentReturn' ? (detail?.returnReason ?? null) : null, // a refunded fee has none
    counterparty: hasCounterparty
      ? {
          name: posting.counterpartyName,
          accountNumber: isIban ? null : counterpartyAccount,
          iban: isIban ? counterpartyAccount : null,
          bic: detail?.bic ?? null,
          address: detail?.address ?? null,
          country: detail?.country ?? null,
        }
      : null,
    exchange: detail?.exchange ?? null,
    related: related(posting.relatedType, posting.relatedId, detail?.clientReference ?? null),
    virtualAccountId: detail?.virtualAccountId ? formatId('vac', detail.virtualAccountId) : null,
    bankTransactionCode: bankTransactionCode(posting.type, amountMinor > 0n, detail?.bankTransactionCode),
  }
}

const HELD_FOR = { payment: 'Payment', trade: 'FxSettlement', margin: 'MarginPosted' } as const

/**
 * An open hold as it goes out: money that is to leave, not yet booked.
 *
 * @param code ISO bank transaction code of the debit to come, if it is known
 */
export function presentHold(hold: HoldRow, code?: string): TransactionOut {
  const type = HELD_FOR[hold.purpose]
  return {
    transactionId: formatId('txn', hold.holdId),
    accountId: formatId('acc', hold.accountId),
    entityId: formatId('ent', hold.entityId),
    bookedAt: null,
    valueDate: null,
    amount: formatAmount(hold.amountMinor, hold.currency),
    currency: hold.currency,
    creditOrDebit: 'Debit',
    status: 'Pending',
    type,
    runningBalance: null,
    description: hold.description,
    reference: hold.reference,
    creditorReference: null,
    endToEndId: null,
    uetr: null,
    returnReason: null,
    counterparty: null,
    exchange: null,
    related: related(hold.relatedType, hold.relatedId, null),
    virtualAccountId: null,
    bankTransactionCode: bankTransactionCode(type, false, code),
  }
}

/** The code as posted, or that of the type: a fee is posted with its payment's detail, and has its own. */
function bankTransactionCode(
  type: TransactionType,
  isCredit: boolean,
  posted?: string,
): TransactionOut['bankTransactionCode'] {
  const [credit, debit = credit] = BANK_TRANSACTION_CODES[type]
  const ofType = isCredit ? credit : debit
  const code = type === 'PaymentFee' ? ofType : (posted ?? ofType)
  const [domain, family, subFamily] = code.split(' ') as [string, string, string]
  return { domain, family, subFamily, proprietary: type }
}
