import { createPrivateKey } from 'node:crypto'
import { exportJWK } from 'jose'
import type { Party } from './party.ts'

interface Discovery {
  token_endpoint: string
  authorization_endpoint: string
}

interface Functional {
  party: Party
  clientId: string
  discovery: Discovery
  resources: { accounts: string[]; statements: string[] }
  /** Today, from which dates are counted. */
  now: Date
}

const DAY_MS = 86_400_000

/** Builds the configuration of the functional tool, for both versions. */
export function functionalConfig({ party, clientId, discovery, resources, now }: Functional) {
  const { signing, transport, kid } = party.software
  const dayAt = (days: number) => `${new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 19)}+00:00`
  const uk = { scheme_name: 'UK.OBIE.SortCodeAccountNumber', identification: '20000055779911' }
  return {
    signing_private: signing.privateKey,
    signing_public: signing.certificate,
    transport_private: transport.privateKey,
    transport_public: transport.certificate,
    tpp_signature_kid: kid,
    tpp_signature_issuer: party.messageIssuer,
    tpp_signature_tan: 'openbanking.org.uk',
    client_id: clientId,
    client_secret: 'not used',
    token_endpoint: discovery.token_endpoint,
    response_type: 'code id_token',
    token_endpoint_auth_method: 'private_key_jwt',
    authorization_endpoint: discovery.authorization_endpoint,
    resource_base_url: party.issuer,
    x_fapi_financial_id: party.audience,
    redirect_url: party.redirectUri,
    resource_ids: {
      account_ids: resources.accounts.map((id) => ({ account_id: id })),
      statement_ids: resources.statements.map((id) => ({ statement_id: id })),
    },
    creditor_account: { ...uk, name: 'Muster Ltd' },
    international_creditor_account: {
      scheme_name: 'UK.OBIE.IBAN',
      identification: 'DE75512108001245126199',
      name: 'Muster GmbH',
    },
    instructed_amount: { currency: 'GBP', value: '1.00' },
    currency_of_transfer: 'EUR',
    payment_frequency: 'EvryDay', // the tool demands one, also where no standing order is tested
    first_payment_date_time: dayAt(30),
    requested_execution_date_time: dayAt(30),
    transaction_from_date: dayAt(-365),
    transaction_to_date: dayAt(1),
    request_object_signing_alg: 'PS256',
    acr_values_supported: ['urn:openbanking:psd2:sca'],
    cbpii_debtor_account: { ...uk, name: 'Muster Ltd' }, // demanded too, though funds confirmation is not tested
    issuer: party.issuer,
  }
}

/** Builds the configuration of the registration tool. */
export const registrationConfig = ({ software, ...party }: Party) => ({
  spec_version: '3.3',
  wellknown_endpoint: `${party.issuer}/.well-known/openid-configuration`,
  ssa: software.softwareStatement,
  kid: software.kid,
  aud: party.audience,
  redirect_uris: [party.redirectUri],
  issuer: software.softwareId,
  private_key: software.signing.privateKey,
  transport_root_cas: [party.ca],
  transport_cert: software.transport.certificate,
  transport_key: software.transport.privateKey,
  transport_cert_subject_dn: '',
  get_implemented: true,
  put_implemented: true,
  delete_implemented: true,
  environment: 'sandbox',
  brand: 'Cambist',
})

export type Clients = [FapiClient, FapiClient]

/**
 * Builds the configuration of a FAPI 1 Advanced plan.
 *
 * @param suite its address
 * @param clients its two registered clients
 * @param refused two whose authorisations the sandbox refuses, for the module that needs a refusal
 */
export async function fapiConfig(alias: string, suite: string, clients: Clients, refused: Clients) {
  const [{ party }] = clients
  // The suite appends paths to it, and releases before 5.2 know no v4.0.
  const base = `${party.issuer}/open-banking/v3.1/aisp/`
  return {
    alias,
    description: 'Cambist sandbox',
    server: { discoveryUrl: `${party.issuer}/.well-known/openid-configuration` },
    ...(await identities(clients)),
    resource: {
      resourceUrl: `${base}accounts`,
      resourceUrlAccountRequests: base,
      resourceUrlAccountsResource: base,
      institution_id: party.audience,
    },
    // The suite opens the authorisation itself; the sandbox decides and redirects to the callback of the suite.
    browser: browserThat('returns to the suite', `${suite}/test/*`, ['wait', 'id', 'submission_complete', 20]),
    override: {
      'fapi1-advanced-final-user-rejects-authentication': await identities(refused),
      ...Object.fromEntries(WITH_ERROR_PAGE.map((module) => [module, { browser: ERROR_PAGE }])),
    },
  }
}

/** Returns commands for the browser of the suite at a page of the sandbox. */
const browserThat = (task: string, match: string, command: (string | number)[]) => [
  { match: '*/open-banking/authorize*', tasks: [{ task, match, optional: true, commands: [command] }] },
]

/** Modules whose requests name no redirect that can be trusted: the suite wants to see our page. */
const WITH_ERROR_PAGE = [
  'registered-redirect-uri',
  'redirect-uri-in-authorization-request',
  'request-object-without-redirect-uri-fails',
].map((name) => `fapi1-advanced-final-ensure-${name}`)
const UNUSABLE = ['wait', 'id', 'main', 10, 'cannot be used', 'update-image-placeholder']
const ERROR_PAGE = browserThat('shows the error', '*/open-banking/authorize*', UNUSABLE)

/** Keys and certificates of the two clients, as the suite names them. */
async function identities([first, second]: Clients) {
  const client = async ({ clientId, party }: FapiClient) => ({
    client_id: clientId,
    scope: 'openid accounts',
    jwks: { keys: [await privateJwk(party)] },
  })
  const certificate = ({ party: { software, ca } }: FapiClient) => ({
    cert: software.transport.certificate,
    key: software.transport.privateKey,
    ca,
  })
  return {
    client: await client(first),
    client2: await client(second),
    mtls: certificate(first),
    mtls2: certificate(second),
  }
}

export interface FapiClient {
  clientId: string
  party: Party
}

const privateJwk = async ({ software }: Party) => ({
  ...(await exportJWK(createPrivateKey(software.signing.privateKey))),
  kid: software.kid,
  alg: 'PS256',
  use: 'sig',
})
