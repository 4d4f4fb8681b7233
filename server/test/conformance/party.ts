import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Operator } from '../days/stage/operator.ts'
import { answerIn, call, type Listeners, openThirdParty } from '../support/third-party.ts'

/** Contents of the folder of a third party. */
export interface Party {
  software: Awaited<ReturnType<Listeners['newSoftware']>>
  /** Authority behind the certificate of the sandbox, PEM. */
  ca: string
  issuer: string
  audience: string
  messageIssuer: string
  redirectUri: string
}

/**
 * Creates a third party by the operator's command, and reads its folder.
 *
 * @param name of its software; with #REFUSE the sandbox refuses its authorisations
 */
export async function createParty(
  operator: Operator,
  folder: string,
  redirectUri: string,
  name = 'Conformance',
): Promise<Party> {
  const of = ['--folder', folder, '--name', name, '--organisation', 'Ledgerly Ltd']
  await operator.runAlone('create-third-party', ...of, '--redirect-uri', redirectUri)
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8').trim()
  const about = JSON.parse(read('third-party.json')) as Record<string, string>
  const pair = (name: string) => ({ certificate: read(`${name}.pem`), privateKey: read(`${name}-key.pem`) })
  return {
    software: {
      softwareId: about['softwareId']!,
      organisationId: about['organisationId']!,
      transport: pair('transport'),
      signing: pair('signing'),
      kid: about['signingKeyId']!,
      softwareStatement: read('software-statement.jwt'),
    },
    ca: read('ca.pem'),
    issuer: about['issuer']!,
    audience: about['audience']!,
    messageIssuer: about['messageSignatureIssuer']!,
    redirectUri,
  }
}

/** Registers a third party with the sandbox. @param pages address of the users' pages */
export async function register(party: Party, pages: string, method: 'private_key_jwt' | 'tls_client_auth') {
  const server = { pages, issuer: party.issuer, ca: party.ca }
  const change = { redirect_uris: [party.redirectUri], aud: party.audience, token_endpoint_auth_method: method }
  return { server, ...(await openThirdParty(server as Listeners, change, party.software)) }
}

const PERMISSIONS = ['ReadAccountsDetail', 'ReadStatementsDetail']

/** Reads the ids of accounts and statements with a consent that the login hint approves for a user. */
export async function readResources(
  third: Awaited<ReturnType<typeof register>>,
  redirectUri: string,
  username: string,
): Promise<{ accounts: string[]; statements: string[] }> {
  const base = '/open-banking/v4.0/aisp'
  const { body: consent } = await third.api(`${base}/account-access-consents`, await third.token('accounts'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Data: { Permissions: PERMISSIONS }, Risk: {} }),
  })
  const claims = { redirect_uri: redirectUri, login_hint: `${username};decision=approve`, nonce: randomUUID() }
  const link = new URL(await third.link(consent.Data.ConsentId as string, claims))
  link.searchParams.set('redirect_uri', redirectUri)
  const approved = await call(third.server, link.href)
  const { code, error_description: reason } = answerIn(approved.headers['location']?.toString() ?? null)
  if (code === undefined) throw new Error(`The sandbox approved no consent: ${reason ?? approved.status}`)
  const redeemed = await third.post('/token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  const list = async (name: string) => (await third.api(`${base}/${name}`, redeemed.body.access_token as string)).body
  const accounts = (await list('accounts')) as { Data: { Account: { AccountId: string }[] } }
  const statements = (await list('statements')) as { Data: { Statement: { AccountId: string; StatementId: string }[] } }
  const ids = accounts.Data.Account.map(({ AccountId }) => AccountId)
  // The tool asks for the first statement under the first account.
  const ofFirst = statements.Data.Statement.filter(({ AccountId }) => AccountId === ids[0])
  return { accounts: ids, statements: ofFirst.map(({ StatementId }) => StatementId) }
}
