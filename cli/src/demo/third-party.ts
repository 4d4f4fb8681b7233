import { groupDigits } from '@cambist/sdk'
import { type Identity, ThirdParty } from '@cambist/sdk/third-party'
import http from 'node:http'
import https from 'node:https'
import type { Narrator } from './narrator.ts'

interface Accounts {
  Data: { Account: { AccountId: string; Nickname?: string; Description?: string }[] }
}
interface Balances {
  Data: { Balance: { AccountId: string; Amount: { Amount: string; Currency: string } }[] }
}
interface Payment {
  Data: { DomesticPaymentId: string; Status: string }
}

const PERMISSIONS = ['ReadAccountsDetail', 'ReadBalances']
const AISP = 'v4.0/aisp'
const PISP = 'v4.0/pisp'

/**
 * Plays the third party's story: registration, a user's consent to account access, a payment.
 *
 * @param username user of the sandbox who approves by `login_hint`
 */
export async function tellOpenBanking(narrator: Narrator, identity: Identity, username: string): Promise<void> {
  const party = await ThirdParty.connect(identity)
  try {
    await narrator.step('Open banking: a third party registers', async (say) => {
      await party.register()
      say(`Registered as ${party.clientId}, over mutual TLS with a signed request`)
    })
    await narrator.step('Open banking: consent to account access', (say) =>
      readAccounts(party, identity, username, say),
    )
    await narrator.step('Open banking: payment', (say) => pay(party, identity, username, say))
    await narrator.step('Open banking: the registration is deleted', async (say) => {
      await party.unregister()
      say('All its tokens and consents have ended')
    })
  } finally {
    party.close()
  }
}

type Say = (fact: string) => void

async function readAccounts(party: ThirdParty, identity: Identity, username: string, say: Say): Promise<void> {
  const body = { Data: { Permissions: PERMISSIONS }, Risk: {} }
  const { consentId } = await party.createConsent(`${AISP}/account-access-consents`, body)
  say(`${consentId} awaits its user`)
  const token = await approved(party, identity, { consentId, scope: 'accounts', username })
  const accounts = await party.call<Accounts>('GET', `${AISP}/accounts`, { token })
  const balances = await party.call<Balances>('GET', `${AISP}/balances`, { token })
  say(`${username} shared ${accounts.Data.Account.length} accounts:`)
  for (const { AccountId, Nickname, Description } of accounts.Data.Account.slice(0, 3)) {
    const { Amount, Currency } = balances.Data.Balance.find((each) => each.AccountId === AccountId)!.Amount
    say(`  ${Nickname ?? Description ?? AccountId}: ${groupDigits(Amount)} ${Currency}`)
  }
}

const INITIATION = {
  InstructionIdentification: 'DEMO-1',
  EndToEndIdentification: 'INV-2026-118',
  LocalInstrument: 'UK.OBIE.SEPAInstantCreditTransfer',
  InstructedAmount: { Amount: '125.00', Currency: 'EUR' },
  CreditorAccount: {
    SchemeName: 'UK.OBIE.IBAN',
    Identification: 'DE89370400440532013000',
    Name: 'Muster Maschinenbau GmbH',
  },
  RemittanceInformation: { Structured: [{ CreditorReferenceInformation: { Reference: 'RE-2026-118' } }] },
}

async function pay(party: ThirdParty, identity: Identity, username: string, say: Say): Promise<void> {
  const consent = { Data: { Initiation: INITIATION }, Risk: {} }
  const { consentId } = await party.createConsent(`${PISP}/domestic-payment-consents`, consent)
  const token = await approved(party, identity, { consentId, scope: 'payments', username })
  say(`${username} approved 125.00 EUR to ${INITIATION.CreditorAccount.Name}`)
  const body = { Data: { ConsentId: consentId, Initiation: INITIATION }, Risk: {} }
  const { Data } = await party.call<Payment>('POST', `${PISP}/domestic-payments`, { body, token })
  say(`${Data.DomesticPaymentId} is ${Data.Status}`)
  let { Status } = Data
  for (const until = Date.now() + WAIT_MS; Status !== 'ACSC' && Status !== 'RJCT' && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    Status = (await party.call<Payment>('GET', `${PISP}/domestic-payments/${Data.DomesticPaymentId}`)).Data.Status
  }
  if (Status === 'RJCT') throw new Error('The payment was rejected.')
  say(`Now it is ${Status}`)
}

const WAIT_MS = 10_000

/** Lets the sandbox's user approve a consent without a browser, and returns the user's token. */
async function approved(
  party: ThirdParty,
  identity: Identity,
  { consentId, scope, username }: { consentId: string; scope: 'accounts' | 'payments'; username: string },
): Promise<string> {
  const authorisation = party.authorise(consentId, scope, { loginHint: `${username};decision=approve` })
  const returned = await redirectOf(authorisation.url, identity.transport.ca)
  return (await party.redeem(returned, authorisation)).accessToken
}

/** Returns the address that a page redirects to. */
function redirectOf(url: string, ca: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const { get } = url.startsWith('https:') ? https : http
    const request = get(url, { ca }, (response) => {
      response.resume()
      const { location } = response.headers
      if (location) resolve(location)
      else reject(new Error(`The sandbox's page answered ${response.statusCode}, without a redirect.`))
    })
    request.on('error', reject)
  })
}
