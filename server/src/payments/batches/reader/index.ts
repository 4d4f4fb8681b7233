/** Reads the bodies of batches: small ones at once, large ones in a thread, so that other requests do not wait. */
import { Worker } from 'node:worker_threads'
import { refuseHttp } from '../../../kernel/http/problems.ts'
import { createThread, ThreadBusy, ThreadEnded, threadFile } from '../../../kernel/jobs/thread.ts'
import { Refusal, statusOf } from '../../../kernel/values/refusals.ts'
import { refuse } from '../rules.ts'
import type { BatchFormat } from '../schema.ts'
import type { Answer, PlainRefusal, Question } from './messages.ts'
import { parseBatch } from './parse.ts'

/** Bodies up to this size are parsed at once: starting a thread would take longer. */
const SMALL_BYTES = 32 * 1024

const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 }

const thread = createThread<Question, Answer>({
  open: openWorker,
  timeLimitMs: 30_000,
  queueLimit: 8,
  idleMs: 60_000,
})

function openWorker(): Worker {
  return new Worker(threadFile(import.meta.url, './batch-reader.mjs'), { execArgv: [], resourceLimits: MEMORY })
}

/** @throws the errors of a body that cannot be read; overloaded; batch_too_complex */
export async function readBatch(body: Buffer, format: BatchFormat): Promise<ReturnType<typeof parseBatch>> {
  if (body.length <= SMALL_BYTES) return parseBatch(body, format)
  const owned = body.byteLength === body.buffer.byteLength ? body : Buffer.from(new Uint8Array(body).buffer)
  const answer = await thread.run({ body: owned, format }, [owned.buffer as ArrayBuffer]).catch(refuseEnded)
  if ('batch' in answer) return answer.batch
  if ('invalid' in answer) return { refusal: revived(answer.invalid), sample: answer.sample }
  throw revived(answer.refused)
}

function refuseEnded(error: unknown): never {
  if (error instanceof ThreadBusy) throw refuseHttp.overloaded({}, { headers: { 'retry-after': '2' } })
  if (error instanceof ThreadEnded) throw refuse.batch_too_complex()
  throw error
}

const revived = ({ code, message, params, errors }: PlainRefusal): Refusal =>
  new Refusal(code, { status: statusOf(code), message }, params, { errors })
