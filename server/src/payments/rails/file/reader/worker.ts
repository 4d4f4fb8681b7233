import { parentPort } from 'node:worker_threads'
import { createPager, type Question } from './pages.ts'

/** Thread that reads large files of a bank; `reader/index.ts` starts it. */
const pageOf = createPager()
parentPort!.on('message', (question: Question) => parentPort!.postMessage(pageOf(question), []))
