import { type FieldError, Refusal } from '../../kernel/values/refusals.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { PaymentOrder } from '../record/schema.ts'
import type { BatchRow, ItemRow } from './queries.ts'

const validate = compileValidator(PaymentOrder, 'body')

type ReadItem = { order: PaymentOrder; origin: { endToEndId?: string } } | { errors: FieldError[]; body: unknown }

/**
 * Reads an item as an order, or returns the errors of its shape. An item of a file has an end-to-end id beside the
 * order.
 */
export function readItem({ body }: Pick<ItemRow, 'body'>, format: BatchRow['format']): ReadItem {
  const { endToEndId, ...order } = body
  const isFile = format === 'Pain001'
  const given = isFile ? order : body
  const read = validate(given)
  if ('error' in read) {
    const refusal = read.error
    if (!(refusal instanceof Refusal)) throw refusal
    return { errors: refusal.errors, body: given }
  }
  return {
    order: read.value as PaymentOrder,
    origin: isFile && typeof endToEndId === 'string' ? { endToEndId } : {},
  }
}
