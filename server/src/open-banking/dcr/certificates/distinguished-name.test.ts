import { expect, test } from 'vitest'
import { isSameName, OID, oneLine, parseName, valuesOf } from './distinguished-name.ts'

const NAME = 'CN=abc123,OU=0015800001,O=Ledgerly\\, Ltd,C=GB'

test.each([
  ['the same text', NAME],
  ['the parts in the opposite order', 'C=GB,O=Ledgerly\\, Ltd,OU=0015800001,CN=abc123'],
  ['another case of letters and other blanks', 'cn = ABC123, ou=0015800001, o=ledgerly\\,  ltd, c=gb'],
  ['the comma written as its bytes', 'CN=abc123,OU=0015800001,O=Ledgerly\\2C Ltd,C=GB'],
  ['types by their numbers', '2.5.4.3=abc123,OID.2.5.4.11=0015800001,2.5.4.10=Ledgerly\\, Ltd,2.5.4.6=GB'],
  ['a value in DER', 'CN=#0C06616263313233,OU=0015800001,O=Ledgerly\\, Ltd,C=GB'],
])('a certificate is recognised by %s', (_what, written) => {
  expect(isSameName(written, NAME)).toBe(true)
})

test.each([
  ['a part is missing', 'CN=abc123,OU=0015800001,O=Ledgerly\\, Ltd'],
  ['a part is added', `${NAME},L=London`],
  ['two parts are swapped', 'OU=0015800001,CN=abc123,O=Ledgerly\\, Ltd,C=GB'],
  ['a value only begins alike', 'CN=abc1234,OU=0015800001,O=Ledgerly\\, Ltd,C=GB'],
  ['another type has the value', 'CN=abc123,OU=0015800001,L=Ledgerly\\, Ltd,C=GB'],
  ['one value holds what looks like two parts', 'CN=abc123\\,OU=0015800001,O=Ledgerly\\, Ltd,C=GB'],
  ['it is no name', 'abc123'],
  ['it is empty', ''],
])('a certificate is not taken for another when %s', (_what, written) => {
  expect(isSameName(written, NAME)).toBe(false)
})

test('a type with the name of an inherited member is an unknown type', () => {
  expect(parseName('constructor=x')).toEqual([{ type: 'constructor', value: 'x' }])
})

test('the identifier of an organisation is read from a subject as certificates give it', () => {
  const subject = 'C=GB\nO=Ledgerly\norganizationIdentifier=PSDGB-FCA-123456\nCN=0015800001'
  expect(valuesOf(oneLine(subject), OID.organisationIdentifier)).toEqual(['PSDGB-FCA-123456'])
  expect(parseName('CN')).toBeUndefined()
})
