import { errorsOfReadablePayee } from '../../beneficiaries/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { dayOf } from '../../kernel/values/days.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { asFieldErrors } from '../../kernel/checks.ts'
import { createReader } from '../../kernel/http/readable.ts'
import { type FieldError, fieldError } from '../../kernel/values/refusals.ts'
import { normalised } from '../../kernel/http/validation.ts'
import { assess } from './assess.ts'
import { payeePointer } from './assess-parties.ts'
import type { OrderDeps } from './deps.ts'
import { refuse } from '../record/rules.ts'
import { PaymentOrder } from '../record/schema.ts'

/** Placeholder values without an owner or amount, so that no rule depends on them. */
const FILL = { accountId: 'unread', paymentDate: '2026-01-01', amount: '0', currency: 'EUR', reference: 'Unread' }
const read = createReader(PaymentOrder, FILL)

const PAYEE = ['/beneficiaryId', '/creditorAccountId', '/creditorAccount']

/**
 * Applies the rules to the readable fields of an order with shape errors. Rules that depend on a field with an error
 * stay silent.
 */
export async function errorsBeyondShape(
  tx: Tx,
  deps: OrderDeps,
  principal: Principal,
  { body, errors, at }: { body: unknown; errors: readonly FieldError[]; at: Date },
): Promise<FieldError[]> {
  const known = payeeErrors(errors)
  const ofPayee = known.length > 0 ? errorsOfInlinePayee(deps, { body, errors, at }) : []
  // A payee with errors counts as unknown.
  const found = read(body, known.length > 0 ? [...errors, { ...known[0]!, pointer: '/creditorAccount' }] : errors)
  if (!found) return ofPayee
  const order = found.value as PaymentOrder
  const dated = found.isRead('/paymentDate') ? order : { ...order, paymentDate: dayOf(at) }
  const { errors: assessed } = await assess(tx, deps, principal, dated, { at, isRead: found.isRead })
  return [...ofPayee, ...asFieldErrors(assessed)]
}

/** Applies the payee rules to an order's inline payee, as far as it is readable. */
export function errorsOfInlinePayee(
  { modulusTable }: Pick<OrderDeps, 'modulusTable'>,
  { body, errors, at }: { body: unknown; errors: readonly FieldError[]; at: Date },
): FieldError[] {
  const inline = (body as { creditorAccount?: unknown } | null)?.creditorAccount
  return prefixed(errorsOfReadablePayee(withoutSave(inline), payeeErrors(errors), modulusTable, at))
}

/**
 * beneficiary_choice_invalid of an order that names more than one payee, or none.
 *
 * @param mayOmitPayee true if the payee may be omitted
 */
export function payeeChoiceErrors(body: unknown, errors: readonly FieldError[], mayOmitPayee: boolean): FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const order = normalised(PaymentOrder, body, 'body') as PaymentOrder
  const named = PAYEE.filter((pointer) => Object.hasOwn(order, pointer.slice(1)))
  if (named.length === 1 || (named.length === 0 && mayOmitPayee)) return []
  const pointer = payeePointer(order)
  return errors.some((error) => error.pointer === pointer)
    ? []
    : [fieldError(pointer, refuse.beneficiary_choice_invalid())]
}

const PREFIX = '/creditorAccount'

const payeeErrors = (errors: readonly FieldError[]): FieldError[] =>
  errors
    .filter(({ pointer }) => pointer.startsWith(`${PREFIX}/`))
    .map((error) => ({ ...error, pointer: error.pointer.slice(PREFIX.length) }))

const prefixed = (errors: readonly FieldError[]): FieldError[] =>
  errors.map((error) => ({ ...error, pointer: PREFIX + error.pointer }))

function withoutSave(payee: unknown): unknown {
  if (typeof payee !== 'object' || payee === null) return payee
  const { save: _save, ...rest } = payee as Record<string, unknown>
  return rest
}
