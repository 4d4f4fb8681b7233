import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { entryOf, notificationFile, openFileBank } from '../../../test/support/file-bank.ts'
import { openPayments } from '../../../test/support/payment-service.ts'

/** Equal parts of entries that have a reference of the bank, and entries whose reference the bank uses again. */

const db = await testDatabase()
const bank = await openFileBank(db)
const { take } = bank
const anna = await bank.iban()
const berta = await ibanOfAnother()
const [credited, known] = ['incoming funds: Credited', 'incoming funds: known already']

async function ibanOfAnother(): Promise<string> {
  const other = await openPayments(db, 'RM', {})
  await other.fund('GBP', 100n)
  const query = `select iban from accounts where entity_id = $1 and currency = 'GBP'`
  return (await db.pool.query(query, [other.entityId])).rows[0].iban
}

const part = ({
  from,
  to = anna,
  more = '',
  amount = '30.00',
}: {
  from: string
  to?: string
  more?: string
  amount?: string
}) =>
  `<TxDtls><Amt Ccy="GBP">${amount}</Amt><RltdPties><Dbtr><Pty><Nm>${from}</Nm></Pty></Dbtr><CdtrAcct><Id><IBAN>${to}</IBAN></Id></CdtrAcct></RltdPties>${more}</TxDtls>`
const file = (id: string, amount: string, parts: readonly string[], head = '') =>
  notificationFile(
    id,
    entryOf({ amount, head: `<AcctSvcrRef>${id}</AcctSvcrRef>${head}` }).replace(
      '</Ntry>',
      `<NtryDtls>${parts.join('')}</NtryDtls></Ntry>`,
    ),
  )
const text = (said: string) => `<RmtInf><Ustrd>${said}</Ustrd></RmtInf>`

/** Returns the sum that an account got by an entry, and the number of bookings in suspense. */
async function booked(id: string) {
  const query = `select coalesce(sum(amount_minor) filter (where iban = $2), 0)::bigint as anna,
      coalesce(sum(amount_minor) filter (where iban = $3), 0)::bigint as berta,
      count(*) filter (where i.status = 'Unidentified')::int as waiting
    from inbound_payments i left join accounts a using (account_id) where bank_reference like 'camt.054 ' || $1 || '/%'`
  const { rows } = await db.pool.query(query, [id, anna, berta])
  return [rows[0].anna, rows[0].berta, rows[0].waiting]
}

test('equal parts of two clients that come again with one more text are booked once each', async () => {
  const [a, b] = [
    { from: 'Zoe', to: anna },
    { from: 'Adam', to: berta },
  ]
  expect(await take(file('TEXT', '60.00', [part(a), part(b)]))).toEqual([credited, credited])
  // the text changes the order of what the parts contain
  const again = [part({ ...a, more: text('A') }), part({ ...b, more: text('B') })]
  for (const parts of [again, again.toReversed()])
    expect(await take(file('TEXT', '60.00', parts))).toEqual([known, known])
  expect(await booked('TEXT')).toEqual([30_00n, 30_00n, 0])
})

test('an entry that grows by an equal part of another client credits that client', async () => {
  const [a, b] = [part({ from: 'Zoe', to: anna }), part({ from: 'Adam', to: berta })]
  const small = part({ from: 'Other', amount: '1.00' })
  expect(await take(file('GROWS', '31.00', [a, small]))).toEqual([credited, credited])
  expect(await take(file('GROWS', '61.00', [b, a, small]))).toEqual([credited, known, known])
  expect(await take(file('GROWS', '61.00', [a, b, small]))).toEqual([known, known, known])
  expect(await booked('GROWS')).toEqual([31_00n, 30_00n, 0])
})

test('equal parts with corrected names are known, and those for another account wait in suspense', async () => {
  const parts = [part({ from: 'Zoe' }), part({ from: 'Adam' })]
  expect(await take(file('NAMES', '60.00', parts))).toEqual([credited, credited])
  expect(await take(file('NAMES', '60.00', [part({ from: 'Zo\u00eb' }), part({ from: 'Adam' })]))).toEqual([
    known,
    known,
  ])
  const corrected = file('NAMES', '60.00', [part({ from: 'Eva', to: berta }), part({ from: 'Eve', to: berta })])
  expect(await take(corrected)).toEqual(['incoming funds: Unidentified', 'incoming funds: Unidentified'])
  expect(await take(corrected)).toEqual([known, known])
  expect(await booked('NAMES')).toEqual([60_00n, 0n, 2])
})

test('equal parts that return two payments are stored once each, in any order', async () => {
  const payments = [await bank.settled('31.00'), await bank.settled('32.00')]
  const reason = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'
  const back = (id: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="GBP">10.00</Amt>${reason}</TxDtls>`
  const parts = payments.flatMap(({ endToEndId }) => [back(endToEndId), back(endToEndId)])
  const outcomes = await take(file('BACK', '40.00', parts))
  expect(outcomes).toEqual(payments.flatMap(({ uetr }) => [`payment ${uetr}: Returned`, `payment ${uetr}: Returned`]))
  expect(new Set(await take(file('BACK', '40.00', parts.toReversed())))).toEqual(new Set(['known already']))
  expect(await bank.listed()).toEqual([])
})

test.each([
  ['debits', 'DBIT', '', 'Sent', 'known already'],
  ['returns', 'CRDT', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>', 'Returned', known],
] as const)(
  'an entry of other days without details is not taken for %s of one day',
  async (name, direction, mark, status, again) => {
    const [one, two] = [await bank.settled('11.00'), await bank.settled('12.00')]
    const of = ({ uetr, amount }: { uetr: string; amount: string }) =>
      `<TxDtls><Refs><UETR>${uetr}</UETR></Refs><Amt Ccy="GBP">${amount}</Amt>${mark}</TxDtls>`
    const entry = (day: string, parts: string) => {
      const head = `<AcctSvcrRef>DAY-${name}</AcctSvcrRef><ValDt><Dt>${day}</Dt></ValDt>`
      const details = parts && `<NtryDtls>${parts}</NtryDtls>`
      return notificationFile(
        'D',
        entryOf({ direction, amount: '23.00', head }).replace('</Ntry>', `${details}</Ntry>`),
      )
    }
    const outcomes = [one, two].map(({ uetr }) => `payment ${uetr}: ${status}`)
    expect(await take(entry('2026-11-19', of(one) + of(two)))).toEqual(outcomes)
    expect(await take(entry('2026-11-19', ''))).toEqual([again])
    const [outcome] = await take(entry('2026-11-20', ''))
    expect(outcome).toMatch(direction === 'DBIT' ? /^rejected: The bank debited/ : /^incoming funds: Unidentified/)
    if (direction === 'CRDT') return
    // parts that an earlier release stored count on any day
    await db.pool.query('update rail_messages set value_date = null where uetr = any ($1)', [[one.uetr, two.uetr]])
    expect(await take(entry('2026-11-18', ''))).toEqual([again])
    // an upgrade in the middle of a file stores one part without its day, and one with it
    await db.pool.query(`update rail_messages set value_date = '2026-11-19' where uetr = $1`, [one.uetr])
    expect(await take(entry('2026-11-19', ''))).toEqual([again])
    expect(await take(entry('2026-11-17', ''))).toEqual([expect.stringMatching('have another sum')])
  },
)
