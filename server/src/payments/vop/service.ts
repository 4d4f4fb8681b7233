import { Type } from 'typebox'
import { emit, recordAudit } from '../../events/index.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { RecordedAct, Tx } from '../../kernel/db/db.ts'
import { differences, refuseIdempotency } from '../../kernel/http/command.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'
import { isKnownCode, messageOf, outcomeOf } from './outcomes.ts'
import { type Question, SCHEME_BUDGET_MS, type SchemeAnswer, schemeFor, type VerificationPort } from './port.ts'
import { endRequest, findVerification, insertVerification, storeRequest, type VerificationRow } from './queries.ts'
import {
  checkBinding,
  type Destination,
  isVerificationRequired,
  type Payer,
  type PayeeToPay,
  refuse,
  VERIFICATION_HOURS,
} from './rules.ts'

/** Events of the verification of payees. */
export const verificationEvents = {
  'verification.completed': defineEvent('The responding bank answered a verification of payee.', 'verification', {
    status: Type.String(),
    reasonCode: Type.Union([Type.String(), Type.Null()]),
    scheme: Type.Union([Type.String(), Type.Null()]),
  }),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof verificationEvents, true> {}
}

/**
 * Asks the schemes. Timeouts, failures and unknown codes become "not available".
 *
 * @param verificationId id of the result, by which the provider knows a repeated request
 */
export async function askScheme(
  port: VerificationPort,
  question: Question,
  verificationId: string,
): Promise<SchemeAnswer> {
  const scheme = schemeFor(question)
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<SchemeAnswer>((resolve) => {
    timer = setTimeout(() => {
      controller.abort()
      resolve({ scheme, code: 'TIMEOUT' })
    }, port.budgetMs ?? SCHEME_BUDGET_MS)
  })
  try {
    const answer = await Promise.race([
      port.ask({ ...question, requestId: formatId('ver', verificationId) }, controller.signal),
      timeout,
    ])
    return isKnownCode(answer.code) ? answer : { scheme: answer.scheme, code: 'NORR' }
  } catch {
    return { scheme, code: controller.signal.aborted ? 'TIMEOUT' : 'NORR' }
  } finally {
    clearTimeout(timer)
  }
}

export interface AskedQuestion {
  question: Question
  /** The account that is to pay, where it is known. */
  accountId: string | null
  /** Business time; now when absent. */
  askedAt?: Date
  /** Stored id where the caller has one: the check is then stored once. */
  verificationId?: string
}

/** Asker of a verification, and its business time. */
interface Asker {
  principal: Pick<Principal, 'entityId' | 'clientId'>
  at: Date
}

/** Returns a request and its result as the row to store: only data that may be disclosed to the payer. */
export function verificationOf({ principal, at }: Asker, asked: AskedQuestion, answer: SchemeAnswer): VerificationRow {
  const checkedAt = asked.askedAt ?? at
  const { accountKey, name, identification, partyType } = asked.question
  const outcome = outcomeOf(answer)
  return {
    entityId: principal.entityId,
    verificationId: asked.verificationId ?? newUuid(),
    accountId: asked.accountId,
    accountKey,
    name: name ?? null,
    identification: identification ?? null,
    partyType: partyType ?? null,
    scheme: answer.scheme,
    schemeCode: answer.code,
    ...outcome,
    message: messageOf(outcome),
    checkedAt,
    expiresAt: new Date(checkedAt.getTime() + VERIFICATION_HOURS * 3_600_000),
    createdBy: principal.clientId,
  }
}

/** Work that asks a bank once, whatever crashes in between. */
export interface AskedFor {
  /** Names the work within its entity. */
  work: string
  /** The request as canonical JSON. */
  request: string
}

/** A request to a bank, by the id of its result. */
interface BankRequest {
  entityId: string
  verificationId: string
  question: Question
}

/** Returns the audit record that a responding bank is about to be asked. */
export const requestRecord = ({ entityId, verificationId, question }: BankRequest): RecordedAct => ({
  entityId,
  action: 'verification.requested',
  resourceType: 'verification',
  resourceId: verificationId,
  detail: { scheme: schemeFor(question), accountNumber: question.accountKey },
})

/**
 * Stores that a responding bank is about to be asked, with its audit record. Call it in a transaction that is committed before the
 * request: after a crash the same work gets the same id, and the provider can return its first answer.
 *
 * @param asked.askedFor the work; without it the request has a new id
 * @throws idempotency_key_reused if the same work asked something else
 */
export async function beginRequest(
  tx: Tx,
  act: Act,
  { entityId, question, askedFor }: Omit<BankRequest, 'verificationId'> & { askedFor?: AskedFor | undefined },
): Promise<string> {
  const made = newUuid()
  const stored =
    askedFor && (await storeRequest(tx, { entityId, verificationId: made, ...askedFor, askedAt: act.wall }))
  if (stored && stored.request !== askedFor.request)
    throw refuseIdempotency.idempotency_key_reused({ differences: differences(stored.request, askedFor.request) })
  const verificationId = stored?.verificationId ?? made
  await recordAudit(tx, act, requestRecord({ entityId, verificationId, question }))
  return verificationId
}

/** Stores a request and its result with an event; returns the row. One that is stored already stays as it is. */
export async function recordVerification(
  context: Asker & Act & { tx: Tx },
  asked: AskedQuestion,
  answer: SchemeAnswer,
): Promise<VerificationRow> {
  const { tx } = context
  const row = verificationOf(context, asked, answer)
  const [isNew] = await Promise.all([insertVerification(tx, row), endRequest(tx, row)])
  if (!isNew) return row
  await emit(tx, context, {
    entityId: row.entityId,
    type: 'verification.completed',
    resourceType: 'verification',
    resourceId: row.verificationId,
    detail: { status: row.status, reasonCode: row.reasonCode, scheme: row.scheme },
  })
  return row
}

interface PaymentToCheck extends Destination {
  entityId: string
  payer: Payer
  /** Verification id from the request; sending it is the payer's consent to any outcome. */
  verificationId?: string | undefined
  payee: PayeeToPay
  /** Business time. */
  at: Date
}

/**
 * The verification that a payment relies on; undefined when it names none and needs none.
 *
 * @throws verification_required, verification_not_found, verification_expired, verification_mismatch
 */
export async function checkVerification(tx: Tx, payment: PaymentToCheck): Promise<VerificationRow | undefined> {
  const { entityId, verificationId, payer, payee, at, currency } = payment
  if (verificationId === undefined) {
    if (isVerificationRequired(payer, payment)) throw refuse.verification_required({ currency })
    return undefined
  }
  const id = parseId('ver', verificationId)
  const found = id === undefined ? undefined : await findVerification(tx, entityId, id)
  if (!found) throw refuse.verification_not_found()
  checkBinding(found, payee, at)
  return found
}
