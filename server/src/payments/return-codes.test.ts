import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments } from '../../test/support/payment-service.ts'
import { presentPosting } from '../accounts/index.ts'
import { postingsPage } from '../ledger/index.ts'

const db = await testDatabase()

test.each([
  ['refused', 'USD', '#FAIL:AC01', 'PMNT ICDT RRTN AC01'],
  ['returned', 'USD', '#RETURN', 'PMNT ICDT RRTN AC04'],
  ['refused', 'GBP', '#FAIL:AC01', 'PMNT IRCT RRTN AC01'],
  ['returned', 'GBP', '#RETURN', 'PMNT IRCT RRTN AC04'],
] as const)(
  'a client that books by ISO codes finds a %s payment in %s (%s) as a return with its reason',
  async (...given) => {
    const [, currency, magic, expected] = given
    const service = await openPayments(db, 'RM')
    await service.fund(currency, 1_000_00n)
    await service.create({ reference: `x ${magic}`, amount: '100' }, currency)
    await service.advance(3_600_000)
    const account = { entityId: service.entityId, accountId: service.uuid(service.account[currency]!) }
    const { rows } = await postingsPage(db.reader, account, { after: 0n, before: 100n, limit: 10 })
    const codes = rows
      .map(presentPosting)
      .filter(({ type }) => type === 'PaymentReturn')
      .map(({ bankTransactionCode: { domain, family, subFamily }, returnReason }) =>
        [domain, family, subFamily, returnReason].join(' '),
      )
    expect(codes).toEqual([expected])
  },
)
