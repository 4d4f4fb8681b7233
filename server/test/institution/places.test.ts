import { execFileSync, spawnSync } from 'node:child_process'
import { isValidIBAN } from 'ibantools'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { operatorCommand } from '../../src/commands/operator.ts'
import { inTransaction } from '../../src/kernel/db/db.ts'
import { formatId, parseId } from '../../src/kernel/values/ids.ts'
import { createPasskeys, findUserByName } from '../../src/users/index.ts'
import { testDatabase } from '../support/database.ts'
import { HARTWICK, institutionFile, LOGO_SVG } from '../support/institution.ts'
import { answerIn, createBrowser, openListeners, openThirdParty } from '../support/third-party.ts'

/**
 * Starts a sandbox of an institution that has nothing in common with the sandbox's own, and reads everything that names it. A
 * place that does not follow the configuration still has the sandbox's name or codes.
 */

execFileSync(process.execPath, [path.join(serverDirectory, '..', 'console', 'build.mjs')]) // it is served where it is built
const db = await testDatabase()
const listeners = await openListeners(db, {
  INSTITUTION_FILE: institutionFile(HARTWICK),
  SANDBOX_HISTORY: 'true',
  OPEN_BANKING_SCRIPTED_CONSENT: 'nordhafen',
  SMTP_URL: 'smtp://localhost:2525',
  SMTP_FROM: 'payments@hartwick.example',
})
afterAll(() => listeners.close())
const { config, services, credentials } = listeners

/** Names and codes of the sandbox's institution. */
const TRACE = /cambist|cmbt|exchange place|049901|50199000|990017/i
const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined
const textOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString().replaceAll(/\s+/g, ' ')

async function tokenOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<string> {
  const answer = await fetch(`${config.baseUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
const tokens = { rm: await tokenOf(credentials.clients.rm), abs: await tokenOf(credentials.clients.abs) }

async function get(who: 'rm' | 'abs', address: string, accept = 'application/json'): Promise<Buffer> {
  const answer = await fetch(config.baseUrl + address, { headers: { authorization: `Bearer ${tokens[who]}`, accept } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${address}: ${bytes.toString()}`)
  return bytes
}
async function post(who: 'rm' | 'abs', address: string, body: object): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' }
  const answer = await fetch(config.baseUrl + address, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address}: ${text}`)
  return JSON.parse(text) as Record<string, string>
}
// oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
const list = async (who: 'rm' | 'abs', path: string): Promise<any[]> =>
  JSON.parse((await get(who, path)).toString()).data

const { legalName, tradingName, lei } = HARTWICK
const ADDRESS = 'Toldbodgade 7, 1253 København, DK'

describe('numbers and funding instructions', () => {
  test('are those of the configured branches, with the registered name and address', async () => {
    const accounts = [...(await list('rm', '/v1/accounts')), ...(await list('abs', '/v1/accounts'))]
    expect(JSON.stringify(accounts)).not.toMatch(TRACE)
    expect(accounts.length).toBeGreaterThan(4)
    for (const { identifiers, fundingInstructions } of accounts) {
      expect(isValidIBAN(identifiers.iban)).toBe(true)
      expect(identifiers.bic).toBe(
        { DE: 'HRTWDEFF', GB: 'HRTWGB2L', IE: 'HRTWIE2D' }[identifiers.iban.slice(0, 2) as 'DE'],
      )
      for (const { bankName, bankAddress } of fundingInstructions)
        expect([bankName, bankAddress]).toEqual([legalName, ADDRESS])
    }
  })
})

describe('statements', async () => {
  const [account] = await list('rm', '/v1/accounts?currency=EUR')
  const path = `/v1/statements?accountId=${account.accountId}&from=2026-10-01&to=2026-10-31`
  const [stored] = await list('rm', `/v1/statements/stored?accountId=${account.accountId}`)
  const one = `/v1/statements/${stored.statementId}`

  test.skipIf(!hasPdftotext)('as PDF have the names, the address, the LEI and the sentences', async () => {
    for (const address of [path, one]) {
      const text = textOf(await get('rm', address, 'application/pdf'))
      expect(text).not.toMatch(TRACE)
      for (const part of [
        tradingName,
        `${legalName}, ${ADDRESS}. LEI ${lei}.`,
        HARTWICK.licence,
        HARTWICK.safeguarding,
      ])
        expect(text).toContain(part)
    }
  })

  test('as camt.053 have the institution as the servicer', async () => {
    const text = (await get('rm', path, 'application/xml')).toString()
    expect(text).not.toMatch(TRACE)
    expect(text).toContain(
      `<Svcr><FinInstnId><BICFI>HRTWDEFF</BICFI><LEI>${lei}</LEI><Nm>Hartwick &amp; Søn Bankaktieselskab</Nm><PstlAdr><Ctry>DK</Ctry><AdrLine>Toldbodgade 7</AdrLine>`,
    )
  })

  test('as MT940 have the institution as the servicer', async () => {
    const text = (await get('rm', path, 'text/plain')).toString()
    expect(text).not.toMatch(TRACE)
    expect(text).toContain(`:86:/SVCR/HRTWDEFF/LEI/${lei}/NAME/Hartwick + Son Banka\r\nktieselskab\r\n-`)
  })

  test.each(['text/csv', 'application/json'])('as %s have no other institution', async (type) => {
    expect((await get('rm', path, type)).toString()).not.toMatch(TRACE)
  })
})

describe('documents', () => {
  test.skipIf(!hasPdftotext)(
    'a trade confirmation has the counterparty’s registered name, address and LEI',
    async () => {
      const { entityId } = credentials.clients.rm
      const order = { entityId, buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Buy', amount: '1000.00' }
      const { quoteId } = await post('rm', '/v1/fx/quotes/spot', order)
      const { tradeId } = await post('rm', '/v1/fx/trades/spot', { entityId, quoteId })
      const text = textOf(await get('rm', `/v1/fx/trades/${tradeId}/confirmation`, 'application/pdf'))
      expect(text).not.toMatch(TRACE)
      for (const part of [legalName, 'Toldbodgade 7', '1253 København, DK', `LEI ${lei}`]) expect(text).toContain(part)
    },
  )

  test.skipIf(!hasPdftotext)('a payment confirmation names the institution that sent the payment', async () => {
    const { rows } = await db.pool.query<{ paymentId: string }>(
      `select payment_id as "paymentId" from payments where entity_id = $1 and status = 'Completed' limit 1`,
      [parseId('ent', credentials.clients.abs.entityId)],
    )
    const paymentId = formatId('pay', rows[0]!.paymentId)
    const text = textOf(await get('abs', `/v1/payments/${paymentId}/confirmation`, 'application/pdf'))
    expect(text).not.toMatch(TRACE)
    expect(text).toContain(`Sent by ${legalName}, ${ADDRESS} LEI and BIC of the sender ${lei}, HRTW`)
  })

  test.skipIf(!hasPdftotext)('a facility letter has a place to sign for each side', async () => {
    const [facility] = await list('rm', '/v1/credit/facilities')
    const text = textOf(await get('rm', `/v1/credit/facilities/${facility.facilityId}/letter`, 'application/pdf'))
    expect(text).not.toMatch(TRACE)
    for (const part of [`For ${legalName}`, `LEI ${lei}`, 'Toldbodgade 7']) expect(text).toContain(part)
    expect(text.match(/Signature/g)!.length).toBeGreaterThanOrEqual(2)
    expect(text.match(/Place and date/g)).toHaveLength(2)
  })
})

describe('pages', () => {
  test('of users have name, logo, colour and support line', async () => {
    const page = await createBrowser(listeners.pages).go('/open-banking/connections')
    expect(page.text).not.toMatch(/cmbt|>[^<]*cambist[^<]*</i)
    for (const part of [`<p>${tradingName}</p>`, `Help: ${HARTWICK.support}`]) expect(page.text).toContain(part)
  })

  test('the console has the name, the logo and the colour', async () => {
    const page = await (await fetch(`${config.baseUrl}/console/`)).text()
    expect(page).toContain(`<title>${tradingName}</title><meta name="institution" content="${tradingName}">`)
    expect(page).not.toMatch(TRACE)
    expect(page).toContain('<link rel="icon" type="image/svg+xml" href="logo.svg">')
    expect(await (await fetch(`${config.baseUrl}/console/logo.svg`)).text()).toBe(LOGO_SVG)
    const style = await (await fetch(`${config.baseUrl}/console/console.css`)).text()
    expect(style.match(/--accent:[^;}]+/g)!.at(-1)).toBe('--accent:light-dark(#7a1f5c, #c49cb7)') // its shade for dark
    expect(style.match(/--on-accent:[^;}]+/g)!.at(-1)).toBe('--on-accent:light-dark(#ffffff, #000000)')
  })
})

describe('credentials of users', () => {
  const psu = credentials.psus[0]!

  test('passkeys show the institution as the party that asks', async () => {
    const user = await inTransaction(db, (tx) => findUserByName(tx, psu.username))
    const { name: institution } = config.institution
    const passkeys = createPasskeys({ db, clock: services.clock, origin: config.pagesBaseUrl, institution })
    expect((await passkeys.creationOptions(user!)).rp.name).toBe(tradingName)
  })

  test('authenticator apps show the institution beside the code', async () => {
    vi.stubEnv('BASE_URL', '')
    vi.stubEnv('DATA_DIR', config.dataDir)
    let printed = ''
    const open = async () => ({ db, clock: services.clock, institution: config.institution, close: async () => {} })
    await operatorCommand(open, (text) => (printed = text)).parseAsync(
      ['create-user', '--entity', psu.entityId, '--username', 'jo.hartwick', '--json'],
      { from: 'user' },
    )
    vi.unstubAllEnvs()
    const address = new URL((JSON.parse(printed) as { totpAddress: string }).totpAddress)
    expect(address.searchParams.get('issuer')).toBe(tradingName)
    expect(address.href).not.toMatch(TRACE)
  })
})

describe('messages', () => {
  test('e-mails name the institution as the sender', () => {
    expect(services.mailer!.institution).toBe(tradingName)
  })
})

describe('open banking', () => {
  let text: string
  beforeAll(async () => {
    const third = await openThirdParty(listeners)
    const permissions = [
      'ReadAccountsDetail',
      'ReadTransactionsDetail',
      'ReadTransactionsCredits',
      'ReadTransactionsDebits',
    ]
    const back = await fetch(await third.link(await third.consent(permissions)), { redirect: 'manual' })
    const { body } = await third.redeem(answerIn(back.headers.get('location'))['code']!)
    text = (await third.api('/open-banking/v4.0/aisp/transactions', body.access_token as string)).text
  })

  test('transactions name the institution as the issuer of their codes', () => {
    expect(text).toContain(`"Issuer":"${tradingName}"`)
    expect(text).not.toMatch(TRACE)
  })
})
