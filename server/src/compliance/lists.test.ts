import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testInstitution } from '../../test/support/accounts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { temporaryDirectory } from '../../test/support/temporary-directory.ts'
import { operatorCommand } from '../commands/operator.ts'
import { systemClock } from '../kernel/values/clock.ts'
import { createScreening } from '../screening/index.ts'

const db = await testDatabase()
const screening = createScreening(0.88)
const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Runs an operator's command and returns its output. */
async function operator(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: systemClock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}

test('a list that is loaded without its aliases needs force: without it no alias would be found', async () => {
  const [main, aliases] = [path.join(directory, 'main.csv'), path.join(directory, 'alt.csv')]
  const names = Array.from(
    { length: 6 },
    (_, i) => `${i + 1},"Aliased Person${'abcdef'[i]}",individual,"EXA"${',-0-'.repeat(8)}`,
  )
  writeFileSync(main, names.join('\r\n'))
  writeFileSync(aliases, names.map((_, i) => `${i + 1},${i + 70},"aka","Hidden Alias${'abcdef'[i]}",-0-`).join('\r\n'))
  const words = ['load-screening-list', '--list', 'ALIASED', '--file', main]
  expect(await operator(...words, '--alias-file', aliases)).toMatchObject({ entries: 6, names: 12 })
  await expect(operator(...words)).rejects.toThrow('6 entries with 6 names, but the loaded list has 6 with 12')
  expect(await screening.look(db.reader, [{ role: 'Payee', name: 'Hidden Aliasa' }])).not.toEqual([])
  expect(await operator(...words, '--force')).toMatchObject({ entries: 6, names: 6 })
})

test.each([
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
])('a name of a list in %s is found', async (_encoding, encode) => {
  const file = path.join(directory, 'encoded.csv')
  writeFileSync(file, encode(`1,"MUÑOZ PEÑA, Günther",individual,"EXA"${',-0-'.repeat(8)}`))
  await operator('load-screening-list', '--list', 'TEST', '--file', file, '--force')
  expect(await screening.look(db.reader, [{ role: 'Payee', name: 'Gunther Munoz Pena' }])).toHaveLength(1)
})

test('a list in the encoding that its XML declares is found', async () => {
  const file = path.join(directory, 'encoded.xml')
  const entry = '<sdnEntry><uid>1</uid><lastName>MUÑOZ PEÑA</lastName></sdnEntry>'
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><sdnList>${entry}</sdnList>`
  writeFileSync(file, Buffer.from(xml, 'latin1'))
  await operator('load-screening-list', '--list', 'TEST', '--file', file, '--force')
  expect(await screening.look(db.reader, [{ role: 'Payee', name: 'Munoz Pena' }])).toHaveLength(1)
})
