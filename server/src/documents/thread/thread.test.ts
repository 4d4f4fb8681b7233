import { describe, expect, test } from 'vitest'
import { setDocument } from '../index.ts'
import { makeDocument } from '../make.ts'
import type { DocumentModel, Row } from '../model.ts'

const model = (rows: Iterable<Row> | AsyncIterable<Row>, title = 'Statement'): DocumentModel => ({
  title,
  issuer: { name: 'Test House', licence: '', safeguarding: '', contact: '', objectionDays: 7 },
  reference: 'doc_7',
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  blocks: [
    { kind: 'lines', columns: [{ title: 'Details', width: 1 }], rows },
    { kind: 'lines', title: 'Second table', columns: [{ title: 'Amount', width: 1 }], rows: [['1.00']] },
  ],
})
const rowsOf = (count: number, name: string): Row[] => Array.from({ length: count }, (_, i) => [`${name} ${i + 1}`])
const pagesIn = (bytes: Buffer) => bytes.toString('latin1').split('/Total Do').length - 1

describe('documents in their thread', () => {
  test('set at the same time are each as set alone', async () => {
    const [short, long] = [model(rowsOf(3, 'Short')), model(rowsOf(700, 'Long'))]
    const alone = [await makeDocument(short), await makeDocument(long)]
    const together = await Promise.all([makeDocument(short), makeDocument(long), makeDocument(short)])
    expect(together.map((bytes) => bytes.equals(alone[0]!))).toEqual([true, false, true])
    expect(together[1].equals(alone[1]!)).toBe(true)
    expect(pagesIn(together[1])).toBeGreaterThan(10)
  })

  test('take their rows as they come, and hand out pages before the last row', async () => {
    let taken = 0
    async function* rows(): AsyncGenerator<Row> {
      for (const row of rowsOf(3000, 'Row')) {
        taken++
        yield row
      }
    }
    const chunks = setDocument(model(rows()))
    await chunks.next()
    expect(taken).toBeLessThan(1000)
    for await (const chunk of chunks) void chunk
    expect(taken).toBe(3000)
  })

  test('an error of the rows ends the document with it, and the next one is made', async () => {
    async function* failing(): AsyncGenerator<Row> {
      yield* rowsOf(500, 'Row')
      throw new Error('the database is gone')
    }
    await expect(makeDocument(model(failing()))).rejects.toThrow('the database is gone')
    expect(pagesIn(await makeDocument(model([])))).toBe(1)
  })

  test('a client that leaves ends the reading of rows', async () => {
    let isEnded = false
    async function* rows(): AsyncGenerator<Row> {
      try {
        yield* rowsOf(5000, 'Row')
      } finally {
        isEnded = true
      }
    }
    for await (const chunk of setDocument(model(rows()))) if (chunk) break
    expect(isEnded).toBe(true)
  })

  test('fonts of many scripts are not opened in the thread that answers requests', async () => {
    await makeDocument(model([], 'Start'))
    const used = process.cpuUsage() // of all threads
    const ownUse = performance.eventLoopUtilization()
    await makeDocument(model(rowsOf(5, '東京 한국은행 中华人民共和国 شركة हिन्दी บริษัท חברת'), 'Ελλάδα'))
    const { user } = process.cpuUsage(used)
    const own = performance.eventLoopUtilization(ownUse)
    expect(own.utilization * (own.active + own.idle)).toBeLessThan(user / 1000 / 2)
  })
})
