import { parentPort } from 'node:worker_threads'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { isInvalid, parseBatch } from './parse.ts'
import type { Answer, PlainRefusal, Question } from './messages.ts'

/** Thread that parses large batches; `reader/index.ts` starts it. */
parentPort!.on('message', ({ body, format }: Question) => {
  const { answer, transfer } = answerTo(Buffer.from(body), format)
  parentPort!.postMessage(answer, transfer)
})

function answerTo(body: Buffer, format: Question['format']): { answer: Answer; transfer: ArrayBuffer[] } {
  try {
    const batch = parseBatch(body, format)
    if (isInvalid(batch)) return { answer: { invalid: plain(batch.refusal), sample: batch.sample }, transfer: [] }
    return { answer: { batch }, transfer: [batch.bytes.buffer as ArrayBuffer] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error // ends the thread
    return { answer: { refused: plain(error) }, transfer: [] }
  }
}

const plain = ({ code, message, params, errors }: Refusal): PlainRefusal => ({ code, message, params, errors })
