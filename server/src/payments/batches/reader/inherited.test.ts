import { expect, test } from 'vitest'
import { pain001, transfer } from '../../../../test/support/pain001.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { parsePain001 } from './pain001.ts'

/** Names of members that every object inherits. */
const INHERITED = ['constructor', '__proto__', 'toString', 'valueOf']

const orderOf = (change: Parameters<typeof transfer>[0], replace: [string, string] = ['', '']) => {
  const { items } = parsePain001(pain001([transfer(change)]).replace(...replace))
  return items[0]!.order as { creditorAccount: Record<string, unknown>; chargeBearer: unknown }
}
const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message }
    throw error
  }
  return undefined
}

test.each([...INHERITED, 'foo', 'AMP', 'frac12'])('a payee’s name with the unknown entity &%s; is no XML', (name) => {
  const refusal = refusalOf(() => orderOf({ name: `&${name}; Maschinenbau GmbH` }))
  expect(refusal).toMatchObject({ code: 'xml_invalid', message: expect.stringContaining(`&${name};`) })
})

test('the entities of XML are read, and unknown ones in comments and character data are no references', () => {
  const { creditorAccount } = orderOf({ name: 'M&amp;M &lt;&#x41;&#66;&gt; &apos;GmbH&quot;' })
  expect(creditorAccount['name']).toBe('M&M <AB> \'GmbH"')
  expect(orderOf({ more: '<!-- &foo; -->' }).creditorAccount['name']).toBe('Muster Maschinenbau GmbH')
  expect(orderOf({ name: '<![CDATA[R&foo; GmbH]]>' }).creditorAccount['name']).toBe('R&foo; GmbH')
})

test.each(INHERITED)('the clearing system %s is unknown, and its member a bank code', (system) => {
  const member = `<FinInstnId><ClrSysMmbId><ClrSysId><Cd>${system}</Cd></ClrSysId><MmbId>12345</MmbId></ClrSysMmbId>`
  expect(orderOf({}, [`<CdtrAgt><FinInstnId>`, `<CdtrAgt>${member}`]).creditorAccount['routingCodes']).toEqual([
    { type: 'BankCode', value: '12345' },
  ])
})

test.each(INHERITED)('the charge bearer %s reaches the validation as it was sent', (bearer) => {
  expect(orderOf({}, ['<ChrgBr>SLEV', `<ChrgBr>${bearer}`]).chargeBearer).toBe(bearer)
})

test.each(INHERITED)('the kind of identification %s is unknown, and the number not carried', (scheme) => {
  const id = `<Id><OrgId><Othr><Id>77</Id><SchmeNm><Cd>${scheme}</Cd></SchmeNm></Othr></OrgId></Id><PstlAdr>`
  expect(
    orderOf({}, ['<Nm>Muster Maschinenbau GmbH</Nm><PstlAdr>', `<Nm>Muster Maschinenbau GmbH</Nm>${id}`]),
  ).toMatchObject({
    creditorAccount: expect.not.objectContaining({ identification: expect.anything() }),
  })
})
