import { Type } from 'typebox'
import { emit, recordAudit } from '../../events/index.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { newUuid, parseId } from '../../kernel/values/ids.ts'
import { isKnownCode, messageOf, outcomeOf } from './outcomes.ts'
import { type Question, SCHEME_BUDGET_MS, type SchemeAnswer, schemeFor, type VerificationPort } from './port.ts'
import { findVerification, insertVerification, type VerificationRow } from './queries.ts'
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

/** Asks the schemes. Timeouts, failures and unknown codes become "not available". */
export async function askScheme(port: VerificationPort, question: Question): Promise<SchemeAnswer> {
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
    const answer = await Promise.race([port.ask(question, controller.signal), timeout])
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

/**
 * Records that a responding bank is about to be asked. Call it in a transaction of its own before the request: after a crash
 * the audit trail contains the request, although its result was lost. A repetition asks again.
 */
export const recordRequest = (
  tx: Tx,
  act: Act,
  { entityId, verificationId, question }: { entityId: string; verificationId: string; question: Question },
): Promise<void> =>
  recordAudit(tx, act, {
    entityId,
    action: 'verification.requested',
    resourceType: 'verification',
    resourceId: verificationId,
    detail: { scheme: schemeFor(question), accountNumber: question.accountKey },
  })

/** Stores a request and its result with an event; returns the row. One that is stored already stays as it is. */
export async function recordVerification(
  context: Asker & Act & { tx: Tx },
  asked: AskedQuestion,
  answer: SchemeAnswer,
): Promise<VerificationRow> {
  const { tx } = context
  const row = verificationOf(context, asked, answer)
  if (!(await insertVerification(tx, row))) return row
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
