import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { domestic, openInitiation } from '../../../../test/support/initiation.ts'
import { openOpenBanking, TPP, VERSIONS } from '../../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../../composition/open-banking-routes.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import type { Question, SchemeAnswer, VerificationPort } from '../../../payments/vop/index.ts'
import { findConsent, parseConsentId, rejectConsent } from '../../consents/index.ts'
import { checkPayee } from './payee-check.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)

type BankQuestion = Parameters<VerificationPort['ask']>[0]

/** The payee's bank: what it was asked, and what it does then. */
const payees = {
  asked: [] as BankQuestion[],
  answer: undefined as unknown as (question: Question) => Promise<SchemeAnswer>,
}
const verification = {
  ask(question: BankQuestion) {
    payees.asked.push(question)
    return payees.answer(question)
  },
  budgetMs: 5000,
}
openBankingRoutes(bank.app, { ...bank.deps, verification })
const { post } = openInitiation(bank)

const MATCH: SchemeAnswer = { scheme: 'UK_COP', code: 'MATC' }
const NO_MATCH: SchemeAnswer = { scheme: 'UK_COP', code: 'ANNM' }
beforeEach(() => {
  payees.asked.length = 0
  payees.answer = async () => MATCH
  verification.budgetMs = 5000
})
/** Releases banks that a test keeps silent. */
const silent: (() => void)[] = []
afterEach(() => silent.splice(0).forEach((end) => end()))
const silence = () => new Promise<SchemeAnswer>((resolve) => silent.push(() => resolve(NO_MATCH)))

const EURO = {
  LocalInstrument: undefined,
  InstructedAmount: { Amount: '10.00', Currency: 'EUR' },
  CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE89370400440532013000', Name: 'Muster GmbH' },
}
const CASES = VERSIONS.flatMap((version) =>
  (
    [
      ['GBP', {}],
      ['EUR', EURO],
    ] as const
  ).map(([currency, change]) => ({ version, currency, change })),
)

const consent = async (consentId: string) => (await findConsent(db.pool, { clientId: TPP, consentId }, bank.time.now))!
const checkOf = async (consentId: string) =>
  (await consent(consentId)).offer!['payeeCheck'] as { question: Question; status?: string; askedAt?: string }
const act = () => ({ actor: { type: 'system' as const }, at: bank.time.now, wall: bank.time.wall })
/** The audit records of the requests about a consent. */
const requests = async (consentId: string) =>
  (
    await db.pool.query<{ detail: object; request: string | null }>(
      `select detail, request_id as request from audited_acts where action = 'verification.requested' and resource_id = $1`,
      [parseConsentId(consentId)],
    )
  ).rows
const consents = async () => (await db.pool.query('select 1 from open_banking_consents')).rowCount
async function until(holds: () => boolean | Promise<boolean>) {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > 200) throw new Error('it did not happen within ten seconds')
    await pause(50)
  }
}

describe.each(CASES)('v$version, $currency: the name check of a payment consent', ({ version, change }) => {
  const path = 'domestic-payment-consents'
  const body = { Data: { Initiation: domestic(version, change) }, Risk: {} }
  const ask = (key: string) => post(version, path, body, { key })

  test('is made for a stored consent, while no transaction is open', async () => {
    let seen: unknown
    payees.answer = async () => {
      const { rows } = await db.pool.query<{ stored: number; open: number }>(
        `select (select count(*)::int from open_banking_consents where status = 'AWAU' and offer->'payeeCheck'->'question' is not null
              and not offer->'payeeCheck' ? 'answer') as stored,
            (select count(*)::int from pg_stat_activity where datname = current_database()
              and state like 'idle in transaction%') as open`,
      )
      seen = rows[0]
      return MATCH
    }
    const answer = await ask(randomUUID())
    expect([answer.status, seen]).toEqual([201, { stored: 1, open: 0 }])
    expect(await checkOf(answer.body.Data.ConsentId)).toMatchObject({ status: 'Match' })
    expect(answer.text).not.toContain('payeeCheck')
  })

  test('is in the audit trail of the institution before the bank is asked', async () => {
    let during: unknown
    payees.answer = async () => {
      const { rows } = await db.pool.query(
        `select detail from audited_acts where action = 'verification.requested'
          and resource_id = (select consent_id from open_banking_consents order by consent_id desc limit 1)`,
      )
      during = rows
      return MATCH
    }
    const { body: made } = await ask(randomUUID())
    const [record, ...others] = await requests(made.Data.ConsentId)
    expect([during, others]).toEqual([[{ detail: record?.detail }], []])
    expect(record).toMatchObject({
      detail: { accountNumber: expect.stringMatching(/^\*+\w{4}$/) },
      request: expect.any(String),
    })
  })

  test('is not made for an order that is rejected', async () => {
    const rejected = {
      Data: { Initiation: { ...body.Data.Initiation, InstructedAmount: { Amount: '1.001', Currency: 'GBP' } } },
      Risk: {},
    }
    expect((await post(version, path, rejected)).status).toBe(400)
    expect(payees.asked).toEqual([])
  })

  test('that gets no answer in time delays the consent no longer than that, and the name counts as unchecked', async () => {
    verification.budgetMs = 50
    payees.answer = silence
    const answer = await ask(randomUUID())
    expect(answer.status).toBe(201)
    expect(await checkOf(answer.body.Data.ConsentId)).toMatchObject({
      status: 'NotAvailable',
      answer: { code: 'TIMEOUT' },
    })
  })

  test('is made once for two requests with one key that arrive together, and they name one consent', async () => {
    const key = randomUUID()
    const answers = await Promise.all([ask(key), ask(key)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]!.body.Data.ConsentId).toBe(answers[1]!.body.Data.ConsentId)
    expect(payees.asked).toHaveLength(1)
    expect((await ask(key)).body.Data.ConsentId).toBe(answers[0]!.body.Data.ConsentId)
    expect(payees.asked).toHaveLength(1)
  })

  test('that was lost with its process is made again for the same consent; an answer that comes late changes nothing', async () => {
    const key = randomUUID()
    const before = (await consents())!
    payees.answer = silence
    const lost = ask(key) // this process gets no further
    await until(() => payees.asked.length === 1)
    payees.answer = async () => MATCH

    const repeated = await ask(key)
    expect(repeated.status).toBe(201)
    const { ConsentId } = repeated.body.Data
    expect(await consents()).toBe(before + 1)
    expect(await checkOf(ConsentId)).not.toHaveProperty('status')
    const shown = await checkPayee({ db, verification }, await consent(ConsentId), act())
    expect(shown.offer!['payeeCheck']).toMatchObject({ status: 'Match', askedAt: bank.time.now.toISOString() })
    const id = formatId('ver', parseConsentId(ConsentId)!)
    expect(payees.asked.map(({ requestId }) => requestId)).toEqual([id, id])
    expect(await requests(ConsentId)).toHaveLength(2)

    silent.splice(0).forEach((end) => end())
    expect((await lost).body.Data.ConsentId).toBe(ConsentId)
    expect(await checkOf(ConsentId)).toMatchObject({ status: 'Match' })
  })

  test('that comes after the consent has ended is dropped', async () => {
    const key = randomUUID()
    payees.answer = silence
    const late = ask(key)
    await until(() => payees.asked.length === 1)
    const { ConsentId } = (await ask(key)).body.Data
    await inTransaction(db, (tx) => rejectConsent(tx, { clientId: TPP, consentId: ConsentId }, 'cancelled', act()))
    silent.splice(0).forEach((end) => end())
    expect((await late).status).toBe(201)
    expect(await checkOf(ConsentId)).not.toHaveProperty('status')
  })
})
