import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { codeOf, domestic, named, openInitiation, pathsOf } from '../../../test/support/initiation.ts'
import { openOpenBanking } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { refuseAll } from '../../kernel/http/validation.ts'
import { endToEndIdError } from '../../payments/validation/index.ts'
import { asOurRejection } from './making/rejections.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
await bank.book('GBP', 10_000_00n, '2026-11-19T09:00:00Z')
const { ask, authorised, pay, payersOf } = openInitiation(bank)

const ID = 'ORDER_2026_17'
const AT_ID = 'Data.Initiation.EndToEndIdentification'

/** Stores a consent's end-to-end id as it was accepted without the rules of the rails. */
const setFormerId = (consentId: string) =>
  db.pool.query(
    `update open_banking_consents set terms = jsonb_set(terms, '{initiation,EndToEndIdentification}', to_jsonb($2::text))
      where consent_id = $1`,
    [parseId('obc', consentId), ID],
  )

test.each(['3.1', '4.0'] as const)(
  'v%s: the payment of a consent whose end-to-end id no rail passes on is refused for that id',
  async (version) => {
    const consentId = await authorised(version, 'domestic')
    await setFormerId(consentId)
    const answer = await pay(version, 'domestic', consentId, domestic(version, { EndToEndIdentification: ID }))
    expect([answer.status, codeOf(answer), pathsOf(answer)]).toEqual([400, named(version, 'U014'), [AT_ID]])
    expect(answer.body.Errors[0].Message).toContain('end-to-end id')
  },
)

test('the approval of a consent whose end-to-end id no rail passes on names that id', async () => {
  const { body } = await ask('4.0', 'domestic')
  await setFormerId(body.Data.ConsentId)
  const { whyNone } = await payersOf(body.Data.ConsentId)
  expect(whyNone?.reasons).toEqual([
    { code: 'U014', path: AT_ID, description: expect.stringContaining('end-to-end id') },
  ])
})

test('an end-to-end id that only the payment itself finds unfit for its rail is named too', () => {
  const found = endToEndIdError('E'.repeat(33), 'Fps', '/endToEndId')!
  expect(asOurRejection(refuseAll([found])).errors).toMatchObject([
    { pointer: '/Data/Initiation/EndToEndIdentification', code: 'ob_rule_failed' },
  ])
})
