import { createHash } from 'node:crypto'
import type { Act } from '../../kernel/values/act.ts'
import { checkPayee, findBeneficiary, type PayeeOrder, payeeOf } from '../../beneficiaries/index.ts'
import { type EntityProfile, getProfile } from '../../entities/index.ts'
import { type Db, inTransaction, type Tx } from '../../kernel/db/db.ts'
import { formatId, parseId } from '../../kernel/values/ids.ts'
import { type FieldError, fieldError, invariant } from '../../kernel/values/refusals.ts'
import type { ExternalCall } from '../../kernel/jobs/work.ts'
import type { OrderDeps } from '../orders/deps.ts'
import type { PaymentOrder } from '../record/schema.ts'
import {
  accountKeyOf,
  type AskedQuestion,
  askScheme,
  beginRequest,
  countryOfKey,
  findVerifications,
  isAnswerTo,
  isVerificationRequired,
  presentVerification,
  type Question,
  questionKey,
  recordVerification,
  reusableVerifications,
  type SchemeAnswer,
  type VerificationPort,
  type VerificationRow,
} from '../vop/index.ts'
import { type BatchRow, type ItemRow, lockBatch, storeVerifications } from './queries.ts'
import { readItem } from './read-item.ts'
import { refuse } from './rules.ts'
import { contextOf } from './service.ts'

/** An item with the answer about its payee, where it must be verified and names no verification: a file has no place for one. */
export interface VerifiedItem extends ItemRow {
  verification?: VerificationRow
  /** Open question about its payee. */
  question?: AskedQuestion
}

/**
 * Adds stored verification results to the items. An item's own result is used while it is valid and the payee is
 * unchanged, otherwise the entity's latest one, which the item then stores. Asks no bank: an item without a result
 * carries an open question.
 */
export async function withAnswers(
  tx: Tx,
  deps: Pick<OrderDeps, 'verification' | 'modulusTable'>,
  batch: BatchRow,
  items: readonly ItemRow[],
  { at }: Act,
): Promise<VerifiedItem[]> {
  const profile = deps.verification && (await getProfile(tx, batch.entityId))
  if (!profile || !mayRequire(profile)) return [...items]
  const asked = await questionsOf(tx, deps, batch, items, profile)
  const questions = [...asked.values()].map(({ question }) => question)
  const held = items.map(({ verificationId }) => verificationId).filter((id) => id !== null)
  const own = await findVerifications(tx, batch.entityId, held)
  const known = await reusableVerifications(tx, batch.entityId, questions, at)
  return items.map((item) => {
    const of = asked.get(item.line)
    return of ? answeredItem(item, of, own.get(item.verificationId ?? ''), known, at) : item
  })
}

function answeredItem(
  item: ItemRow,
  asked: AskedQuestion,
  held: VerificationRow | undefined,
  known: ReadonlyMap<string, VerificationRow>,
  at: Date,
): VerifiedItem {
  const isStanding = held && held.expiresAt > at && isAnswerTo(held, asked.question)
  const verification = isStanding ? held : known.get(questionKey(asked.question))
  if (!verification) return { ...item, verificationId: null, question: asked }
  return { ...item, verificationId: verification.verificationId, verification }
}

/**
 * Stores the requests to the payees' banks for missing results, once per payee, and returns the call that makes them: in parallel, and
 * after the commit. Each result is stored with its items in a separate transaction as soon as it arrives, so that a restart does not
 * ask again; what was asked without a result is asked under the same id.
 *
 * @param items of one piece of a batch's work, which bounds how many banks are asked at a time
 */
export async function askBanks(
  tx: Tx,
  port: VerificationPort,
  batch: BatchRow,
  items: readonly VerifiedItem[],
  step: Act,
): Promise<ExternalCall> {
  const context = contextOf(tx, batch, step)
  const open = await Promise.all(
    openQuestions(items).map(async ({ asked, lines }) => {
      const { question } = asked
      const request = questionKey(question)
      const askedFor = { work: `batch ${batch.batchId} ${lines[0]} ${digestOf(request)}`, request }
      const verificationId = await beginRequest(tx, context, { entityId: batch.entityId, question, askedFor })
      return { lines, asked: { ...asked, verificationId } }
    }),
  )
  return async (db) => {
    let kept = Promise.resolve() // one connection, however many answers come at once
    await Promise.all(
      open.map(async ({ asked, lines }) => {
        const answer = await askScheme(port, asked.question, asked.verificationId)
        await (kept = kept.then(() => keepAnswer(db, batch, { asked, lines, answer }, step)))
      }),
    )
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

interface OpenQuestion {
  asked: AskedQuestion & { verificationId: string }
  /** The items that wait for the answer. */
  lines: number[]
}

function openQuestions(items: readonly VerifiedItem[]): { asked: AskedQuestion; lines: number[] }[] {
  const open = new Map<string, { asked: AskedQuestion; lines: number[] }>()
  for (const { line, question: asked } of items) {
    if (!asked) continue
    const key = questionKey(asked.question)
    const known = open.get(key)
    if (known) known.lines.push(line)
    else open.set(key, { asked, lines: [line] })
  }
  return [...open.values()]
}

/** The batch is locked before the payee and its items, as where payments are made. */
const keepAnswer = (
  db: Pick<Db, 'pool'>,
  { entityId, batchId }: BatchRow,
  { asked, lines, answer }: OpenQuestion & { answer: SchemeAnswer },
  step: Act,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, entityId, batchId)
    invariant(batch, 'a batch stays')
    const context = contextOf(tx, batch, step)
    const { verificationId } = await recordVerification(context, asked, answer)
    await storeVerifications(
      tx,
      batch,
      lines.map((line) => ({ line, verificationId })),
    )
  })

const payerOf = ({ entity, settings }: EntityProfile) => ({
  jurisdiction: entity.jurisdiction,
  vopRequired: settings.vopRequired,
})

const mayRequire = (profile: EntityProfile): boolean =>
  ['EUR', 'GBP'].some((currency) =>
    isVerificationRequired(payerOf(profile), { currency, bankCountry: currency === 'EUR' ? 'DE' : 'GB' }),
  )

/** Returns the open payee questions of the items, by line. */
async function questionsOf(
  tx: Tx,
  deps: Pick<OrderDeps, 'modulusTable'>,
  batch: BatchRow,
  items: readonly ItemRow[],
  profile: EntityProfile,
): Promise<Map<number, AskedQuestion>> {
  const inPackage = batch.itemCount > 1
  const questionAbout = async (item: ItemRow): Promise<[number, AskedQuestion] | undefined> => {
    const read = readItem(item, batch.format)
    if ('errors' in read || read.order.verificationId !== undefined) return undefined
    const payee = await payeeToAsk(tx, deps, batch.entityId, read.order)
    const question = payee && questionOf(payee)
    if (!question) return undefined
    const destination = { currency: read.order.currency, bankCountry: payee.bankCountryCode, inPackage }
    if (!isVerificationRequired(payerOf(profile), destination)) return undefined
    return [item.line, { question, accountId: parseId('acc', read.order.accountId) ?? null }]
  }
  const asked = await Promise.all(items.map(questionAbout))
  return new Map(asked.filter((each) => each !== undefined))
}

/**
 * Returns the payee of an item if its details suffice for a request. Its errors are reported when the item is checked.
 */
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

/**
 * Returns the errors of an item whose payee was verified by the service: anything but a match needs the payer's
 * decision.
 */
export const verificationErrors = ({ verification }: VerifiedItem): FieldError[] =>
  !verification || verification.status === 'Match' ? [] : [fieldError('/verificationId', notMatched(verification))]

function notMatched(row: VerificationRow) {
  const { verificationId, status, reasonCode, message, matchedName } = presentVerification(row)
  const named = matchedName === undefined ? {} : { matchedName }
  return refuse.payee_not_matched({ status, reasonCode, outcome: message, verificationId, ...named })
}

/** An item's order with the verification that was made for it. */
export const withVerification = (order: PaymentOrder, { verification }: VerifiedItem): PaymentOrder =>
  verification ? { ...order, verificationId: formatId('ver', verification.verificationId) } : order
