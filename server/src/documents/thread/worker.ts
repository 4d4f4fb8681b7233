import { parentPort } from 'node:worker_threads'
import { setDocument } from '../layout.ts'
import type { Block, DocumentModel, Row } from '../model.ts'
import type { Answer, Question } from './messages.ts'

/** Thread that sets documents; `thread/index.ts` starts it. */
const open = new Map<number, ReturnType<typeof createSetting>>()

parentPort!.on('message', (question: Question) => void answerTo(question).then(send))

function send(answer: Answer): void {
  const owned = 'chunks' in answer ? answer.chunks.map(({ buffer }) => buffer as ArrayBuffer) : []
  parentPort!.postMessage(answer, owned)
}

async function answerTo(question: Question): Promise<Answer> {
  const { document } = question
  if ('drop' in question) {
    open.delete(document)
    return { chunks: [], needsRows: false }
  }
  if ('model' in question) open.set(document, createSetting(question.model))
  const answer = 'rows' in question ? await open.get(document)!.resume(question) : await open.get(document)!.start()
  if (!('chunks' in answer) || !answer.needsRows) open.delete(document)
  return answer
}

interface Rows {
  rows: readonly Row[]
  isLast: boolean
}

/** Sets one document: until its end, or until a table needs rows. */
function createSetting(model: DocumentModel) {
  const chunks: Buffer[] = []
  let answer = (_answer: Answer) => {}
  let feed = (_rows: Rows) => {}
  /** Copies, each with a buffer of its own that can be transferred. */
  const taken = () => chunks.splice(0).map((chunk) => new Uint8Array(chunk))
  const nextRows = () =>
    new Promise<Rows>((resolve) => {
      feed = resolve
      answer({ chunks: taken(), needsRows: true })
    })
  async function* rows(): AsyncGenerator<Row> {
    for (;;) {
      const next = await nextRows()
      yield* next.rows
      if (next.isLast) return
    }
  }
  const blocks = model.blocks.map((block): Block => (block.kind === 'lines' ? { ...block, rows: rows() } : block))
  const set = async () => {
    try {
      for await (const chunk of setDocument({ ...model, blocks })) chunks.push(chunk)
      answer({ chunks: taken(), needsRows: false })
    } catch (error) {
      answer({ defect: (error as Error).stack ?? String(error) })
    }
  }
  const answered = (step: () => void) =>
    new Promise<Answer>((resolve) => {
      answer = resolve
      step()
    })
  return {
    start: () => answered(() => void set()),
    resume: (next: Rows) => answered(() => feed(next)),
  }
}
