import pg from 'pg'
import { expect, test } from 'vitest'
import { SandboxReset } from './db/connection-loss.ts'
import { createOutages } from './outages.ts'

const away = (message: string) => Object.assign(new Error(message), { code: 'ECONNREFUSED', syscall: 'connect' })
const answered = (code: string) => Object.assign(new pg.DatabaseError('canceled', 1, 'error'), { code })

/** Opens a report whose lines are kept. */
function open(isBack: () => Promise<boolean> = async () => true) {
  const lines: { level: string; text: string; fields: object }[] = []
  const line = (level: string) => (fields: object, text: string) => void lines.push({ level, text, fields })
  const log = { error: line('error'), info: line('info') } as unknown as Parameters<typeof createOutages>[0]['log']
  const outages = createOutages({ log, isBack, lookMs: 1, quietMs: 5 })
  return { outages, lines, texts: () => lines.map(({ level, text }) => `${level} ${text}`) }
}

test('a log with hundreds of failed requests has one line for the begin of their outage, and one for its end with all reasons', async () => {
  let isUp = false
  const { outages, lines, texts } = open(async () => isUp)
  for (let i = 0; i < 300; i++) expect(outages.note(away(i < 100 ? 'shutting down' : 'starting up'))).toBe(true)
  expect(texts()).toEqual(['error the database is not available'])
  isUp = true
  await expect.poll(texts).toEqual(['error the database is not available', 'info the database is available again'])
  expect(lines[1]!.fields).toMatchObject({ failures: 300, reasons: ['shutting down', 'starting up'] })
  outages.note(away('shutting down'))
  expect(texts()).toHaveLength(3)
  outages.close()
})

test('an outage is not reported as over while the database cannot be asked', async () => {
  let asked = 0
  const { outages, texts } = open(async () => {
    asked++
    throw new Error('still away')
  })
  outages.note(away('gone'))
  await expect.poll(() => asked).toBeGreaterThan(3)
  expect(texts()).toEqual(['error the database is not available'])
  outages.close()
})

test('lock time-outs and cancelled statements are outages of their own, over when none has followed for a while', async () => {
  const { outages, texts } = open(async () => false)
  for (const code of ['55P03', '57014', '55P03', '57014']) expect(outages.note(answered(code))).toBe(true)
  const begun = 'error the database does not carry out statements'
  const over = 'info the database carries out statements again'
  await expect.poll(texts).toEqual([begun, begun, over, over])
})

test('a defect, and a reset of the sandbox, are no outage: the log must show them as before', () => {
  const { outages, lines } = open()
  for (const error of [new TypeError('undefined is not a function'), answered('23505'), new SandboxReset()])
    expect(outages.note(error)).toBe(false)
  expect(lines).toEqual([])
})
