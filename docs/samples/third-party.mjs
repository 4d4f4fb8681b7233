// oxlint-disable typescript/no-unsafe-return -- plain JavaScript, to run as it stands
// A third party from nothing to account data, over the folder that `operator create-third-party` made:
//   node docs/samples/third-party.mjs ./third-party
// With --register it stops after the registration, which then stays.
// It registers, asks for access to accounts, sends the user to the bank, and reads accounts and balances. Paste the
// address that the browser ends at; a sandbox started with OPEN_BANKING_SCRIPTED_CONSENT needs no browser.
import { createPrivateKey, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { SignJWT } from 'jose'

const folder = path.resolve(process.argv[2] ?? 'third-party')
const read = (name) => readFileSync(path.join(folder, name), 'utf8')
const about = JSON.parse(read('third-party.json'))
const certificate = { cert: read('transport.pem'), key: read('transport-key.pem'), ca: read('ca.pem') }
const signingKey = createPrivateKey(read('signing-key.pem'))
const [redirectUri] = about.redirectUris

/** One call over mutual TLS; the answer's JSON. */
function call(method, url, { headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const request = https.request(url, { method, headers, ...certificate })
    request.on('response', (answer) => void textOf(answer).then(resolve, reject))
    request.on('error', reject).end(body)
  })

  async function textOf(answer) {
    const text = Buffer.concat(await answer.toArray()).toString()
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

const now = () => Math.floor(Date.now() / 1000)

/** A JWS by our signing key, good for five minutes. */
const sign = (claims) =>
  new SignJWT({ iat: now(), nbf: now(), exp: now() + 300, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'PS256', kid: about.signingKeyId })
    .sign(signingKey)

const bank = await call('GET', about.discovery)

// 1. Register: the standard's claims, signed, over our transport certificate.
const registration = await sign({
  iss: about.softwareId,
  aud: about.audience,
  software_id: about.softwareId,
  software_statement: read('software-statement.jwt').trim(),
  redirect_uris: about.redirectUris,
  scope: 'openid accounts payments',
  grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
  response_types: ['code id_token'],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: 'PS256',
  id_token_signed_response_alg: 'PS256',
  request_object_signing_alg: 'PS256',
  application_type: 'web',
})
const { client_id: clientId } = await call('POST', bank.registration_endpoint, {
  headers: { 'content-type': 'application/jose' },
  body: registration,
})
console.log(`registered as ${clientId}`)
if (process.argv.includes('--register')) process.exit()

/** A token; we prove ourselves by an assertion. */
const token = async (form) =>
  call('POST', bank.token_endpoint, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await sign({ iss: clientId, sub: clientId, aud: bank.issuer }),
      ...form,
    }).toString(),
  })

// 2. Ask for access to accounts.
const own = await token({ grant_type: 'client_credentials', scope: 'accounts' })
const base = `${bank.issuer}/open-banking/v4.0/aisp`
const json = { 'content-type': 'application/json' }
const consent = await call('POST', `${base}/account-access-consents`, {
  headers: { ...json, authorization: `Bearer ${own.access_token}` },
  body: JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail', 'ReadBalances'] }, Risk: {} }),
})
const { ConsentId: consentId } = consent.Data
console.log(`consent ${consentId} awaits its user`)

// 3. Send the user to the bank, with a signed request object that names the consent.
const [state, nonce] = [randomUUID(), randomUUID()]
const request = await sign({
  iss: clientId,
  aud: bank.issuer,
  client_id: clientId,
  response_type: 'code id_token',
  redirect_uri: redirectUri,
  scope: 'openid accounts',
  state,
  nonce,
  claims: {
    id_token: {
      openbanking_intent_id: { value: consentId, essential: true },
      acr: { values: ['urn:openbanking:psd2:sca'], essential: true },
    },
  },
})
const query = { client_id: clientId, response_type: 'code id_token', scope: 'openid accounts', request }
const link = `${bank.authorization_endpoint}?${new URLSearchParams({ ...query, redirect_uri: redirectUri })}`
const answer = new URLSearchParams(new URL(await userComesBack(link)).hash.slice(1))
if (answer.get('state') !== state || !answer.has('code'))
  throw new Error(`the bank answered ${answer.get('error')}: ${answer.get('error_description')}`)

// 4. Redeem the code, and read.
const user = await token({ grant_type: 'authorization_code', code: answer.get('code'), redirect_uri: redirectUri })
const authorization = `Bearer ${user.access_token}`
const accounts = await call('GET', `${base}/accounts`, { headers: { authorization } })
const balances = await call('GET', `${base}/balances`, { headers: { authorization } })
for (const account of accounts.Data.Account) {
  const balance = balances.Data.Balance.find(({ AccountId }) => AccountId === account.AccountId)
  console.log(`${account.Nickname ?? account.AccountId}: ${balance.Amount.Amount} ${balance.Amount.Currency}`)
}

// 5. Give the access up, and the registration.
await call('DELETE', `${base}/account-access-consents/${consentId}`, {
  headers: { authorization: `Bearer ${own.access_token}` },
})
await call('DELETE', `${bank.registration_endpoint}/${clientId}`, {
  headers: { authorization: `Bearer ${own.access_token}` },
})
console.log('consent and registration deleted')

/** The address that a page redirects to, if any; the pages show the authority's certificate and ask for none. */
function redirectOf(address) {
  return new Promise((resolve, reject) => {
    const request = https.get(address, { ca: certificate.ca }, (answer) => {
      answer.resume()
      resolve(answer.headers.location ?? '')
    })
    request.on('error', reject)
  })
}

async function userComesBack(address) {
  const location = await redirectOf(address)
  if (location.startsWith(redirectUri)) return location // consent without a browser
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(`Open this in a browser:\n${address}\n\nThe address it ended at: `)
  terminal.close()
  return typed.trim()
}
