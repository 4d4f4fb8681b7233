/**
 * Sets documents in a thread. Opening fonts, shaping and embedding them take up to some hundred milliseconds at a stretch,
 * in which no other request would be answered.
 */
import { Worker } from 'node:worker_threads'
import { refuseHttp } from '../../kernel/http/problems.ts'
import { createThread, ThreadBusy } from '../../kernel/jobs/thread.ts'
import type { Block, DocumentModel, Lines, Row } from '../model.ts'
import type { Answer, Question } from './messages.ts'

const thread = createThread<Question, Answer>({
  open: openWorker,
  timeLimitMs: 60_000,
  queueLimit: 100,
  idleMs: 15 * 60_000,
})

/** Opens the thread: beside the bundle, or from its sources. */
function openWorker(): Worker {
  return new Worker(new URL(fileOfThread(), import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 },
  })
}

function fileOfThread(): string {
  if (import.meta.url.endsWith('.mjs')) return './document-setter.mjs'
  return 'typescript' in process.features && process.features.typescript ? './worker.ts' : './from-source.mjs'
}

/** Rows of a table that are passed on at once: some pages. */
const ROWS_AT_ONCE = 200

let lastDocument = 0

/**
 * The document as a PDF, chunk by chunk as its pages fill. The same model gives the same bytes. Any Unicode text can be set.
 *
 * @throws overloaded
 */
export async function* setDocument(model: DocumentModel): AsyncGenerator<Buffer> {
  const document = ++lastDocument
  const blocks = model.blocks.map((block): Block => (isLines(block) ? { ...block, rows: [] } : block))
  const tables = model.blocks.filter(isLines).map(({ rows }) => setsOf(rows))
  let isOpen = true
  try {
    let answer = await ask({ document, model: { ...model, blocks } })
    for (;;) {
      isOpen = answer.needsRows
      for (const chunk of answer.chunks) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      if (!answer.needsRows) return
      const { value: rows = [], done: isLast = false } = await tables[0]!.next()
      if (isLast) tables.shift()
      answer = await ask({ document, rows, isLast })
    }
  } finally {
    for (const rest of tables) await rest.return(undefined)
    if (isOpen) await ask({ document, drop: true }).catch(() => {}) // a thread that has ended has dropped it
  }
}

async function ask(question: Question): Promise<Exclude<Answer, { defect: string }>> {
  const answer = await thread.run(question, []).catch(refuseBusy)
  if ('defect' in answer) throw new Error(`The thread of documents failed: ${answer.defect}`)
  return answer
}

function refuseBusy(error: unknown): never {
  if (error instanceof ThreadBusy) throw refuseHttp.overloaded({}, { headers: { 'retry-after': '2' } })
  throw error
}

const isLines = (block: Block): block is Lines => block.kind === 'lines'

/** Collects the rows of a table into sets. */
async function* setsOf(rows: Lines['rows']): AsyncGenerator<Row[], undefined> {
  let set: Row[] = []
  for await (const row of rows) {
    set.push(row)
    if (set.length < ROWS_AT_ONCE) continue
    yield set
    set = []
  }
  if (set.length > 0) yield set
}
