import { createHash } from 'node:crypto'
import { textOf } from '../../../kernel/http/bodies/encodings.ts'
import { parseJson } from '../../../kernel/http/bodies/json.ts'
import { pointerTo } from '../../../kernel/http/pointers.ts'
import { isAcceptedByDatabase, unstorableTexts } from '../../../kernel/http/storable-text.ts'
import { compileValidator, refuseAll, refuseShape } from '../../../kernel/http/validation.ts'
import { canonical } from '../../../kernel/text/canonical.ts'
import { type FieldError, fieldError, MOST_ERRORS, type Refusal } from '../../../kernel/values/refusals.ts'
import { refuse } from '../rules.ts'
import { BatchOrder, type BatchFormat } from '../schema.ts'
import { parseCsv } from './csv.ts'
import { parsePain001 } from './pain001.ts'

/** Parsed batch in a form that passes from thread to thread without being copied. */
export interface ParsedBatch {
  /** Fields of the batch beside its items. */
  header: Partial<Omit<BatchOrder, 'items'>>
  /** JSON of the items, one after another. */
  bytes: Uint8Array
  /** End of each item in `bytes`. */
  ends: Uint32Array
  /** Names and ids in the body and its first items, to find the entity of the request. */
  sample: object
  /** Hash of the items: stands for them where an idempotency key is compared. */
  digest: string
}

/** Body with errors of its shape, reported together with those of the query. */
interface InvalidBatch {
  refusal: Refusal
  sample: object
}

export const isInvalid = (batch: ParsedBatch | InvalidBatch): batch is InvalidBatch => 'refusal' in batch

/** Limits of a JSON batch. A payment order has some forty fields. */
const LIMITS = { members: 100, values: 1_000_000 }

/** Largest item: a payment order with every field at its longest has some 26 KB. */
const MOST_ITEM_BYTES = 32 * 1024

/** Items of a batch together: a shared part of a pain.001 is repeated in each of its items. */
const MOST_BYTES = 48 * 1024 * 1024

/**
 * Parses the body of a batch in any format. It takes seconds for the largest ones, so they are parsed in a thread.
 *
 * @throws the errors of a body that cannot be read at all
 */
export function parseBatch(body: Buffer, format: BatchFormat): ParsedBatch | InvalidBatch {
  const text = textOf(body)
  if (format === 'Csv') return checked({ items: parseCsv(text) })
  if (format === 'Json') return checked(parseJson(text, LIMITS))
  const { messageId, items } = parsePain001(text)
  return checked({ clientReference: messageId, items })
}

const validate = compileValidator(BatchOrder, 'body')

function checked(body: unknown): ParsedBatch | InvalidBatch {
  const sample = sampleOf(body)
  const items = isRecord(body) && Array.isArray(body['items']) ? (body['items'] as unknown[]) : undefined
  // Items are checked one by one when the batch runs; here they only have to be storable.
  const read = validate(items ? { ...(body as object), items: items.map(() => null) } : body)
  const errors = [...('error' in read ? read.error.errors : []), ...(items ? textErrors(items) : [])]
  if (errors.length > 0) return { refusal: refuseAll(errors), sample }
  const { items: _items, ...header } = (read as { value: BatchOrder }).value
  return packed(header, items!, sample)
}

function textErrors(items: readonly unknown[]): FieldError[] {
  const errors: FieldError[] = []
  for (const [i, item] of items.entries()) {
    const most = MOST_ERRORS - errors.length
    if (most === 0) break
    for (const pointer of unstorableTexts(item, { isFit: isAcceptedByDatabase, most }))
      errors.push(fieldError(`${pointerTo(['items', String(i)])}${pointer}`, refuseShape.text_not_storable()))
  }
  return errors
}

function packed(header: ParsedBatch['header'], items: readonly unknown[], sample: object): ParsedBatch | InvalidBatch {
  const digest = createHash('sha256')
  const ends = new Uint32Array(items.length)
  const errors: FieldError[] = []
  const chunks: Buffer[] = []
  let end = 0
  for (const [i, item] of items.entries()) {
    const bytes = Buffer.from(JSON.stringify(item))
    if (bytes.length > MOST_ITEM_BYTES && errors.length < MOST_ERRORS)
      errors.push(fieldError(`/items/${i}`, refuse.batch_item_too_large({ limit: MOST_ITEM_BYTES })))
    digest.update(canonical(item)).update('\n')
    chunks.push(bytes)
    ends[i] = end += bytes.length
    if (end > MOST_BYTES) throw refuse.batch_too_complex()
  }
  if (errors.length > 0) return { refusal: refuseAll(errors), sample }
  const bytes = new Uint8Array(end)
  let start = 0
  for (const chunk of chunks) {
    bytes.set(chunk, start)
    start += chunk.length
  }
  return { header, bytes, ends, sample, digest: digest.digest('hex') }
}

// ---- what binding a request to an entity looks at

const SAMPLED = { items: 20, members: 100, characters: 100 }

/** Short texts of a body and of the first items of its lists; the rest left out. */
function sampleOf(body: unknown): object {
  if (!isRecord(body)) return {}
  return sampled(body, (value) => {
    if (Array.isArray(value))
      return value.slice(0, SAMPLED.items).map((item) => (isRecord(item) ? sampled(item, shortText) : shortText(item)))
    return isRecord(value) ? sampled(value, shortText) : shortText(value)
  })
}

const sampled = (record: Record<string, unknown>, of: (value: unknown) => unknown): object =>
  Object.fromEntries(
    Object.entries(record)
      .slice(0, SAMPLED.members)
      .map(([name, value]) => [name, of(value)]),
  )

const shortText = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= SAMPLED.characters ? value : null

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
