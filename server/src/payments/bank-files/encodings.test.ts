import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'

const db = await testDatabase()
const bank = await openFileBank(db)
const iban = await bank.iban()
const NAME = 'Müller & Søns'

const fileOf = (id: string, encoding?: string) => {
  const declaration = encoding === undefined ? '' : `<?xml version="1.0" encoding="${encoding}"?>\n`
  const details = `<RltdPties><Dbtr><Pty><Nm>${NAME.replace('&', '&amp;')}</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`
  return (
    declaration + notificationFile(id, entryOf({ amount: '5.00', head: `<AcctSvcrRef>${id}</AcctSvcrRef>`, details }))
  )
}
const wide = (text: string) => Buffer.from(text, 'utf16le')

/** Puts a file into the inbox and reads it. Returns the payer of what it booked, or why it failed. */
async function taken(id: string, bytes: Buffer) {
  writeFileSync(path.join(bank.directory, 'inbox', `${id}.xml`), bytes)
  await bank.poll()
  const { rows } = await db.pool.query('select debtor_name as name from inbound_payments where bank_reference = $1', [
    `camt.054 ${id}`,
  ])
  if (rows.length > 0) return rows[0].name
  expect(readdirSync(path.join(bank.directory, 'inbox'))).toEqual([])
  return readFileSync(path.join(bank.directory, 'failed', `${id}.xml.error.txt`), 'utf8')
}

test.each([
  ['UTF8', Buffer.from(fileOf('UTF8'))],
  ['UTF8-BOM', Buffer.from(`\uFEFF${fileOf('UTF8-BOM', 'utf-8')}`)],
  ['LATIN-1', Buffer.from(fileOf('LATIN-1', 'ISO-8859-1'), 'latin1')],
  ['WINDOWS', Buffer.from(fileOf('WINDOWS', 'windows-1252'), 'latin1')],
  ['UTF16-LE', wide(`\uFEFF${fileOf('UTF16-LE', 'UTF-16')}`)],
  ['UTF16-LE-BARE', wide(fileOf('UTF16-LE-BARE', 'UTF-16LE'))],
  ['UTF16-BE', wide(`\uFEFF${fileOf('UTF16-BE', 'UTF-16')}`).swap16()],
  ['UTF16-BE-BARE', wide(fileOf('UTF16-BE-BARE', 'UTF-16BE')).swap16()],
  ['DECLARED-LATIN-1', Buffer.from(fileOf('DECLARED-LATIN-1', 'ISO-8859-1'))],
  ['DECLARED-UTF16', Buffer.from(fileOf('DECLARED-UTF16', 'UTF-16'))],
] as const)('a file in %s has the name of its payer', async (id, bytes) => {
  expect(await taken(id, bytes)).toBe(NAME)
})

test.each([
  ['NOT-UTF8', Buffer.from(fileOf('NOT-UTF8', 'UTF-8'), 'latin1'), /Line 2 .* not UTF-8/],
  ['UNDECLARED', Buffer.from(fileOf('UNDECLARED'), 'latin1'), /Line 1 .* not UTF-8/],
  [
    'UNKNOWN',
    Buffer.from(fileOf('UNKNOWN', 'EBCDIC-CP-US'), 'latin1'),
    /encoding EBCDIC-CP-US, which is not supported/,
  ],
] as const)('a file that is %s fails as a whole, and says what to do', async (id, bytes, reason) => {
  const why = await taken(id, bytes)
  expect(why).toMatch(reason)
  expect(why).toContain('move it back to the inbox')
})
