import { checkPayee, findBeneficiary, type PayeeOrder, payeeOf, takeVerification } from '../../beneficiaries/index.ts'
import { type EntityProfile, getProfile } from '../../entities/index.ts'
import type { Queryable, Tx } from '../../kernel/db.ts'
import { formatId, parseId } from '../../kernel/ids.ts'
import { type FieldError, fieldError } from '../../kernel/refusals.ts'
import type { OrderDeps } from '../deps.ts'
import type { PaymentOrder } from '../schema.ts'
import {
  accountKeyOf,
  askScheme,
  countryOfKey,
  findVerification,
  isVerificationRequired,
  latestVerification,
  presentVerification,
  type Question,
  recordVerification,
  SCHEME_BUDGET_MS,
  type VerificationRow,
} from '../vop/index.ts'
import { type BatchRow, type ItemRow, storeVerifications } from './queries.ts'
import { readItem } from './read-item.ts'
import { refuse } from './rules.ts'
import { type BatchStep, contextOf } from './service.ts'

/**
 * Verifies the payees of those items that must be verified and name no verification: a file has no place for one. The banks
 * are asked side by side, each payee once, and an answer that can still be relied on is taken again. Nothing else is done in
 * the transaction that stores the answers.
 *
 * @returns whether there was any to verify; then the items are to be read again
 */
export async function verifyItems(
  tx: Tx,
  deps: Pick<OrderDeps, 'verification' | 'modulusTable'>,
  batch: BatchRow,
  items: readonly ItemRow[],
  step: BatchStep,
): Promise<boolean> {
  const { verification: port } = deps
  const profile = port && (await getProfile(tx, batch.entityId))
  if (!port || !profile || !mayRequire(profile)) return false
  const asked = await questionsOf(tx, deps, batch, items, profile)
  if (asked.length === 0) return false
  const answers = await answersOf(tx, batch, asked, step)
  const open = [
    ...new Map(asked.filter((each) => !answers.has(keyOf(each))).map((each) => [keyOf(each), each])).values(),
  ]
  const told = await Promise.all(open.map(({ question }) => askScheme(port, question, SCHEME_BUDGET_MS)))
  for (const [i, each] of open.entries()) {
    const { question, accountId } = each
    const row = await recordVerification(contextOf(tx, batch, step), { question, accountId }, told[i]!)
    await takeVerification(tx, row)
    answers.set(keyOf(each), row.verificationId)
  }
  await storeVerifications(
    tx,
    batch,
    asked.map((each) => ({ line: each.line, verificationId: answers.get(keyOf(each))! })),
  )
  return true
}

const payerOf = ({ entity, settings }: EntityProfile) => ({
  jurisdiction: entity.jurisdiction,
  vopRequired: settings.vopRequired,
})

const mayRequire = (profile: EntityProfile): boolean =>
  ['EUR', 'GBP'].some((currency) =>
    isVerificationRequired(payerOf(profile), { currency, bankCountry: currency === 'EUR' ? 'DE' : 'GB' }),
  )

interface Asked {
  line: number
  question: Question
  accountId: string | null
}

const keyOf = ({ question }: Asked): string => JSON.stringify([question.accountKey, question.name])

async function questionsOf(
  tx: Tx,
  deps: Pick<OrderDeps, 'modulusTable'>,
  batch: BatchRow,
  items: readonly ItemRow[],
  profile: EntityProfile,
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const item of items.filter(({ verificationId }) => verificationId === null)) {
    const read = readItem(item, batch.format)
    if ('errors' in read || read.order.verificationId !== undefined) continue
    const payee = await payeeToAsk(tx, deps, batch.entityId, read.order)
    const question = payee && questionOf(payee)
    if (!question) continue
    const inPackage = batch.itemCount > 1
    const destination = { currency: read.order.currency, bankCountry: payee.bankCountryCode, inPackage }
    if (!isVerificationRequired(payerOf(profile), destination)) continue
    asked.push({ line: item.line, question, accountId: parseId('acc', read.order.accountId) ?? null })
  }
  return asked
}

/** Whom the item pays, where that is known well enough to ask; what is wrong with it is told when the item is checked. */
async function payeeToAsk(
  tx: Tx,
  { modulusTable }: Pick<OrderDeps, 'modulusTable'>,
  entityId: string,
  { creditorAccount, beneficiaryId, creditorAccountId }: PaymentOrder,
): Promise<PayeeOrder | undefined> {
  if (creditorAccount) {
    const { save: _save, ...payee } = creditorAccount
    const { errors, normalised } = checkPayee(payee, modulusTable)
    return errors.length === 0 ? normalised : undefined
  }
  const id = parseId('ben', beneficiaryId ?? creditorAccountId ?? '')
  const found = id === undefined ? undefined : await findBeneficiary(tx, entityId, id)
  return found?.status === 'Active' ? payeeOf(found) : undefined
}

function questionOf(payee: PayeeOrder): Question | undefined {
  const accountKey = accountKeyOf(payee)
  if (accountKey === undefined) return undefined
  return {
    accountKey,
    country: countryOfKey(accountKey),
    name: payee.name,
    ...(payee.iban === undefined ? {} : { iban: payee.iban }),
    ...(payee.type === undefined ? {} : { partyType: payee.type }),
  }
}

/** Answers of before that can still be relied on, by what was asked. A bank that did not answer is asked again. */
async function answersOf(tx: Tx, { entityId }: BatchRow, asked: readonly Asked[], { at }: BatchStep) {
  const answers = new Map<string, string>()
  for (const each of asked) {
    const { accountKey, name } = each.question
    const known = await latestVerification(tx, entityId, accountKey, name!)
    if (known && known.status !== 'NotAvailable' && known.expiresAt > at) answers.set(keyOf(each), known.verificationId)
  }
  return answers
}

/** What stands against an item whose payee was verified for it: anything but a match is for the payer to decide on. */
export async function verificationFaults(
  db: Queryable,
  { entityId }: BatchRow,
  { verificationId }: Pick<ItemRow, 'verificationId'>,
): Promise<FieldError[]> {
  const row = verificationId === null ? undefined : await findVerification(db, entityId, verificationId)
  return !row || row.status === 'Match' ? [] : [fieldError('/verificationId', notMatched(row))]
}

function notMatched(row: VerificationRow) {
  const { verificationId, status, reasonCode, message, matchedName } = presentVerification(row)
  const named = matchedName === undefined ? {} : { matchedName }
  return refuse.payee_not_matched({ status, reasonCode, outcome: message, verificationId, ...named })
}

/** An item's order with the verification that was made for it. */
export const withVerification = (
  order: PaymentOrder,
  { verificationId }: Pick<ItemRow, 'verificationId'>,
): PaymentOrder => (verificationId === null ? order : { ...order, verificationId: formatId('ver', verificationId) })
