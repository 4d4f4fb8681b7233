import { originOf } from '../../kernel/http/origin.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Actor } from '../../kernel/values/actor.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import type { App } from '../../kernel/http/http.ts'
import type { Documented } from '../../kernel/http/openapi/documented.ts'
import { revokeConsentGrants } from '../authorisation/index.ts'
import {
  checkPermissions,
  type Consent,
  createAccountAccess,
  deleteConsent,
  getConsent,
  type NewAccountAccess,
} from '../consents/index.ts'
import {
  answerOf,
  At,
  checkAll,
  compileBody,
  endOf,
  exactly,
  type ObVersion,
  parseDate,
  Reason,
  refuseErrors,
  selfOnly,
  statedError,
} from '../http/index.ts'
import type { ResourceDeps } from './deps.ts'

const closed = { additionalProperties: false }
const DateTime = Type.String({ 'x-ob': 'date' })

/** The request for access to accounts; both versions have the same. */
const AccountAccessOrder = Type.Object(
  {
    Data: Type.Object(
      {
        Permissions: Type.Array(Type.String(), { minItems: 1 }),
        ExpirationDateTime: Type.Optional(DateTime),
        TransactionFromDateTime: Type.Optional(DateTime),
        TransactionToDateTime: Type.Optional(DateTime),
      },
      closed,
    ),
    Risk: Type.Object({}, closed),
  },
  closed,
)
const readOrder = compileBody(AccountAccessOrder)

/** A version's words for a consent: its `Data`. */
export interface ConsentWords {
  version: ObVersion
  accountAccess: (consent: Consent) => object
  /** Statuses of a consent. */
  statuses: readonly string[]
}

/** Schema of a consent in a version's words. */
const consentOf = (statuses: readonly string[]) =>
  answerOf(
    exactly({
      ConsentId: Type.String(),
      CreationDateTime: At,
      Status: Type.Enum([...statuses]),
      StatusReason: Type.Optional(Type.Array(Reason)),
      StatusUpdateDateTime: At,
      Permissions: Type.Array(Type.String()),
      ExpirationDateTime: Type.Optional(At),
      TransactionFromDateTime: Type.Optional(At),
      TransactionToDateTime: Type.Optional(At),
    }),
    { Risk: exactly({}) },
  )

const CREATE = {
  id: 'createAccountAccessConsent',
  summary: 'Create an account access consent',
  description:
    'Creates a consent with the permissions that you need. Send the user to the authorisation page within an hour; the user chooses the accounts there.',
}
const READ = {
  id: 'getAccountAccessConsent',
  summary: 'Get an account access consent',
  description: 'Returns the permissions, the span of the transactions and the status of a consent of yours.',
}
const DELETE = {
  id: 'deleteAccountAccessConsent',
  summary: 'Delete an account access consent',
  description: 'Delete the consent when the user ends the access with you. Its tokens end at the same instant.',
}

/** POST, GET and DELETE of account access consents, in a version's words. */
export function accountAccessConsentRoutes(app: App, deps: ResourceDeps, words: ConsentWords): void {
  const { version } = words
  const ob = { grant: 'client' as const }
  const Answer = consentOf(words.statuses)
  const described = (documented: Documented) => ({ ob, documented })
  const config = {
    create: described({ ...CREATE, body: AccountAccessOrder, answers: { 201: Answer } }),
    read: described({ ...READ, answers: { 200: Answer } }),
    delete: described({ ...DELETE, answers: { 204: null } }),
  }
  const present = (consent: Consent) => ({
    Data: words.accountAccess(consent),
    Risk: {},
    ...selfOnly(deps.baseUrl(), `/open-banking/v${version}/aisp/account-access-consents/${consent.consentId}`),
  })
  const find = (request: FastifyRequest, act: 'read' | 'delete') =>
    getConsent(deps.db.reader, nameOf(request), { version, kinds: ['accountAccess'], act }, request.receivedAt)

  app.post('/account-access-consents', { config: config.create }, async (request, reply) => {
    const order = orderOf(readOrder(request.body), request.receivedAt)
    const { clientId } = request.thirdParty
    const consent = await inTransaction(deps.db, (tx) =>
      createAccountAccess(tx, { clientId, version, ...order }, actOf(deps, request)),
    )
    return reply.code(201).send(present(consent))
  })

  app.get('/account-access-consents/:ConsentId', { config: config.read }, async (request) =>
    present(await find(request, 'read')),
  )

  app.delete('/account-access-consents/:ConsentId', { config: config.delete }, async (request, reply) => {
    await find(request, 'delete')
    const [name, act] = [nameOf(request), actOf(deps, request)]
    await inTransaction(deps.db, async (tx) => {
      await deleteConsent(tx, name, act)
      await revokeConsentGrants(tx, name.consentId, act.wall)
    })
    return reply.code(204).send()
  })
}

const nameOf = (request: FastifyRequest) => ({
  clientId: request.thirdParty.clientId,
  consentId: (request.params as { ConsentId: string }).ConsentId,
})

/** Returns the actor for the records. */
function actOf(deps: Pick<ResourceDeps, 'clock'>, request: FastifyRequest): Act {
  const actor: Actor = { type: 'client', id: request.thirdParty.clientId }
  return { actor, at: request.receivedAt, wall: deps.clock.wall(), ...originOf(request) }
}

/**
 * Reads the order. A day alone ends the span of the transactions with its last instant, as in queries.
 *
 * @throws the errors of the permissions; ob_field_invalid_date for an expiry that has passed and for a span that ends
 *   before it begins
 */
function orderOf(
  { Data }: Static<typeof AccountAccessOrder>,
  now: Date,
): Omit<NewAccountAccess, 'clientId' | 'version'> {
  const [expiry, from, to] = [Data.ExpirationDateTime, Data.TransactionFromDateTime, Data.TransactionToDateTime].map(
    (text) => (text === undefined ? undefined : parseDate(text, 'read')!),
  )
  const [expiresAt, transactionsFrom, transactionsTo] = [expiry?.at, from?.at, to && endOf(to)]
  const [permissions] = checkAll(
    () => checkPermissions(Data.Permissions),
    () => checkExpiry(expiresAt, now),
    () => checkSpan(transactionsFrom, transactionsTo),
  )
  return {
    permissions,
    ...(expiresAt ? { expiresAt } : {}),
    ...(transactionsFrom ? { transactionsFrom } : {}),
    ...(transactionsTo ? { transactionsTo } : {}),
  }
}

function checkExpiry(expiresAt: Date | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now)
    throw refuseErrors([
      statedError(
        '/Data/ExpirationDateTime',
        'ob_field_invalid_date',
        'The date must lie in the future. Use a later one.',
      ),
    ])
}

function checkSpan(from: Date | undefined, to: Date | undefined): void {
  if (from && to && to < from)
    throw refuseErrors([
      statedError(
        '/Data/TransactionToDateTime',
        'ob_field_invalid_date',
        'The end lies before TransactionFromDateTime. Use a later one.',
      ),
    ])
}
