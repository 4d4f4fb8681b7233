import { randomUUID } from 'node:crypto'
import type { Chance } from '../crash/chance.ts'
import { type TestThirdParty, registrationClaims, signed } from '../support/third-party.ts'
import { domesticPayment } from '../support/payment-order.ts'
import { hostileBody, hostileHeader, hostileText, hostileType, hostileValue, spoiled, wellFormed } from './hostile.ts'
import type { Seen } from './from-schema.ts'
import { addressOf, type Aimed, bodyOf, ODD_PATHS } from './main-interface.ts'
import type { Operation } from './openapi.ts'
import type { Shot } from './send.ts'

/** Accepted bodies by path. One of them with a change in one place gets further than a value from a schema. */
const ACCEPTED: Record<string, object> = {
  'account-access-consents': {
    Data: { Permissions: ['ReadAccountsDetail', 'ReadBalances'], ExpirationDateTime: '2027-05-02T00:00:00+00:00' },
    Risk: {},
  },
  'domestic-payment-consents': domesticPayment({ amount: '10.00' }),
  'international-payment-consents': {
    Data: {
      Initiation: {
        InstructionIdentification: 'I-2',
        EndToEndIdentification: 'E-2',
        CurrencyOfTransfer: 'USD',
        InstructedAmount: { Amount: '200.00', Currency: 'USD' },
        ExchangeRateInformation: { UnitCurrency: 'GBP', RateType: 'Actual' },
        Creditor: { Name: 'Tooling Inc.', PostalAddress: { TownName: 'Chicago', Country: 'US' } },
        CreditorAgent: { SchemeName: 'UK.OBIE.NCC.US', Identification: '021000021' },
        CreditorAccount: { SchemeName: 'UK.OBIE.BBAN', Identification: '1234567890', Name: 'Tooling Inc.' },
      },
    },
    Risk: { PaymentContextCode: 'TransferToThirdParty' },
  },
}

const acceptedBody = ({ path }: Operation): object | undefined => ACCEPTED[path.split('/').at(-1)!]

const SIGNED_PATHS = /\/pisp\//

interface Door {
  issuer: string
  third: TestThirdParty
  operations: readonly Operation[]
  /** Access tokens: of the client and of users. */
  tokens: () => readonly string[]
}

/** Makes requests to the listener of third parties: resources, tokens, pushed requests, registrations. */
export function thirdPartyInterface(door: Door): (chance: Chance, seen: Seen) => Promise<Aimed> {
  return async (chance, seen) => {
    const aimed = chance.happens(35) ? { shot: await oauthShot(door, chance) } : await resourceShot(door, chance, seen)
    if (chance.happens(10)) Object.assign(aimed.shot.headers, Object.fromEntries([hostileHeader(chance)]))
    if (chance.happens(3)) delete aimed.shot.certificate
    return aimed
  }
}

async function resourceShot({ issuer, third, operations, tokens }: Door, chance: Chance, seen: Seen): Promise<Aimed> {
  const headers: Record<string, string> = { authorization: `Bearer ${chance.pick(tokens())}` }
  const { certificate } = third
  if (chance.happens(3)) {
    const method = chance.pick(['GET', 'POST', 'TRACE'])
    return { shot: { origin: issuer, method, path: chance.pick(ODD_PATHS), headers, certificate } }
  }
  const likely = chance.happens(20) ? operations.filter((each) => each.body && acceptedBody(each)) : []
  const operation = chance.pick(likely.length > 0 ? likely : operations)
  const shot: Shot = {
    origin: issuer,
    method: operation.method,
    path: addressOf(operation, chance, seen),
    headers,
    certificate,
  }
  if (!operation.body) return { shot, operation }
  const accepted = acceptedBody(operation)
  if (accepted && chance.happens(60))
    shot.body = JSON.stringify(chance.happens(80) ? spoiled(accepted, chance) : accepted)
  else shot.body = bodyOf(operation.body, chance, seen)
  headers['content-type'] = chance.happens(4) ? hostileType(chance) : 'application/json'
  headers['x-idempotency-key'] = chance.happens(90)
    ? randomUUID()
    : hostileText(chance)
        .replace(/[^\x20-\x7e]/g, '')
        .slice(0, 4000)
  if (SIGNED_PATHS.test(operation.path) && chance.happens(95))
    headers['x-jws-signature'] = await third.messages.sign(Buffer.from(shot.body))
  return { shot, operation }
}

const FORM = 'application/x-www-form-urlencoded'

async function oauthShot({ issuer, third }: Door, chance: Chance): Promise<Shot> {
  const path = chance.pick([
    '/token',
    '/token',
    '/par',
    '/register',
    '/token/introspection',
    '/token/revocation',
    `/register/${third.clientId}`,
  ])
  const { certificate, software } = third
  const isRegistration = path.startsWith('/register')
  const shot: Shot = { origin: issuer, method: 'POST', path, headers: {}, certificate }
  shot.headers['content-type'] = chance.happens(5) ? hostileType(chance) : isRegistration ? 'application/jose' : FORM
  if (chance.happens(8)) shot.body = hostileBody(chance)
  else if (isRegistration) {
    if (path !== '/register') shot.method = chance.pick(['GET', 'PUT'])
    if (shot.method !== 'GET')
      shot.body = await signed(software, asClaims(spoiled(registrationClaims(software), chance)))
  } else shot.body = encodeForm(await oauthForm(path, third, chance), chance)
  return shot
}

/** The claims of a token must be an object. */
const asClaims = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : { value }

async function oauthForm(path: string, third: TestThirdParty, chance: Chance): Promise<Record<string, string>> {
  const claim = chance.happens(50) ? { [chance.pick(CLAIMS)]: hostileValue(chance) } : {}
  const form: Record<string, string> = {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await third.assertion(claim),
    ...FORMS[path],
  }
  if (path === '/par') {
    const claims = third.requestClaims('obc_none')
    form['request'] = await signed(third.software, asClaims(spoiled(claims, chance)))
  }
  const names = Object.keys(form)
  if (chance.happens(40)) form[chance.pick([...names, 'scope', 'client_id', 'resource'])] = hostileText(chance)
  return form
}

const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'cnf', 'scope']
const FORMS: Record<string, Record<string, string>> = {
  '/token': { grant_type: 'client_credentials', scope: 'accounts' },
  '/token/introspection': { token: 'unknown-token-of-nobody' },
  '/token/revocation': { token: 'unknown-token-of-nobody' },
}

/** A form as a stranger writes it: now and then with a field twice, or with bytes that are no text. */
export function encodeForm(fields: Record<string, string>, chance: Chance): string {
  const pairs = Object.entries(fields).map(([name, value]) => [name, wellFormed(value)] as [string, string])
  if (chance.happens(5)) pairs.push(chance.pick(pairs))
  const text = new URLSearchParams(pairs).toString()
  return chance.happens(5)
    ? `${text}&${chance.pick(['a=%ff', '%', '&&&', 'csrf=%00', '=', 'a[b]=c', 'a=%ed%a0%80'])}`
    : text
}
