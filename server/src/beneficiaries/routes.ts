import { actOf } from '../kernel/values/act.ts'
import { Type } from 'typebox'
import { findAccount } from '../accounts/index.ts'
import { type CommandContext, runCommand } from '../kernel/http/command.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { parseId } from '../kernel/values/ids.ts'
import { etagOf } from '../kernel/http/routing/if-match.ts'
import { listRoute } from '../kernel/http/lists.ts'
import { cursorShape } from '../kernel/http/paging.ts'
import { ownEntity, type Principal } from '../kernel/http/principal.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import { reportAllErrors } from '../kernel/http/readable.ts'
import { DryRun } from '../kernel/http/wire.ts'
import type { ModulusTable } from '../payments/validation/index.ts'
import { errorsOfReadable } from './judge.ts'
import { presentBeneficiary, presentValidation } from './present.ts'
import { type BeneficiaryRow, findBeneficiary, listBeneficiaries } from './queries.ts'
import { checkPayee, requireValid } from './rules.ts'
import { requirementRoutes } from './requirements.ts'
import { approveBeneficiary, type Screen } from './review.ts'
import { BeneficiaryOrder, BeneficiaryOut, DeleteQuery, ListQuery, OneParams, ValidationOut } from './schema.ts'
import { createBeneficiary, deleteBeneficiary, type PaymentsWaitingFor, replaceBeneficiary } from './service.ts'
import { verifiedBefore } from './verification.ts'

export interface BeneficiaryDeps extends Deps {
  modulusTable: ModulusTable
  paymentsWaitingFor: PaymentsWaitingFor
  /** Screens payees against the sanctions lists; absent without lists. */
  screen?: Screen
}

const CREATE = {
  summary: 'Create a beneficiary',
  description:
    'Checks the account number and the fields that the destination requires. A beneficiary may need the approval of another client before it is paid.',
  body: BeneficiaryOrder,
  querystring: DryRun,
  response: { 201: BeneficiaryOut },
}

/**
 * Registers validate, create, list, read, update (RM), approve and delete for beneficiaries, and the requirements of
 * payees' banks.
 */
export function beneficiaryRoutes(app: App, deps: BeneficiaryDeps): void {
  requirementRoutes(app)
  decisionRoutes(app, deps)
  const whole = reportAllErrors({
    body: ({ body, receivedAt }, errors) => errorsOfReadable(body, errors, deps.modulusTable, receivedAt),
  })
  app.post(
    '/v1/beneficiaries/validate',
    {
      ...whole,
      config: { scope: 'beneficiaries:read', role: 'any' },
      schema: {
        summary: 'Validate a beneficiary',
        description:
          'Takes the body of the create call. Returns 200 for every well-formed body; `errors` lists the errors that ' +
          'create would return.',
        body: BeneficiaryOrder,
        response: { 200: ValidationOut },
      },
    },
    async ({ principal, body, receivedAt }) => {
      const owner = await ownerOf(deps, principal, body)
      const checked = checkPayee(body, deps.modulusTable, { at: receivedAt })
      return presentValidation(checked, await verifiedBefore(deps.db.reader, owner, checked.normalised, receivedAt))
    },
  )

  app.post(
    '/v1/beneficiaries',
    {
      ...whole,
      config: { scope: 'beneficiaries:write', role: 'maker' },
      schema: CREATE,
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'beneficiary.create', async (context) => {
        const checked = requireValid(checkPayee(request.body, deps.modulusTable, { at: context.at }))
        const entityId = await ownerOf(deps, request.principal, request.body)
        return answer(201, await createBeneficiary(context.tx, entityId, checked, screenedAct(context, deps)))
      })
      return reply
    },
  )

  listRoute(app, {
    path: '/v1/beneficiaries',
    name: 'beneficiaries',
    cursor: [cursorShape.uuid],
    config: { scope: 'beneficiaries:read', entities: 'several' },
    summary: 'List beneficiaries',
    description:
      'Returns the saved payees with their bank details and approval. Filter by currency, country, status or a part of the name.',
    query: ListQuery,
    item: BeneficiaryOut,
    async rows({ entityIds, query }, { limit, after }) {
      const { limit: _limit, after: _after, status = 'Active', ...filter } = query
      const keyset = after === undefined ? {} : { before: after[0]! }
      return listBeneficiaries(deps.db.reader, { ...filter, ...keyset, entityIds, status, count: limit + 1 })
    },
    present: presentBeneficiary,
    keyOf: ({ beneficiaryId }) => [beneficiaryId],
  })

  app.get(
    '/v1/beneficiaries/:beneficiaryId',
    {
      config: { scope: 'beneficiaries:read' },
      schema: {
        summary: 'Get a beneficiary',
        description:
          'Returns a payee, deleted or not, with its bank details and approval. Send the `ETag` as `If-Match` when ' +
          'you change it.',
        params: OneParams,
        response: { 200: BeneficiaryOut },
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.beneficiaryId)
      const row = await findBeneficiary(deps.db.reader, request.principal.entityId, id)
      if (!row) throw refuseShared.beneficiary_not_found()
      return reply.header('etag', etagOf(row)).send(presentBeneficiary(row))
    },
  )

  app.put(
    '/v1/beneficiaries/:beneficiaryId',
    {
      ...whole,
      config: { scope: 'beneficiaries:write', role: 'maker', entityKind: 'RM' },
      schema: {
        summary: 'Replace a beneficiary',
        description:
          'Send the complete body of the create call. Released payments keep their details. `If-Match` prevents ' +
          'overwriting another change.',
        params: OneParams,
        body: BeneficiaryOrder,
        querystring: DryRun,
        response: { 200: BeneficiaryOut },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'beneficiary.update', async (context) => {
        const checked = requireValid(checkPayee(request.body, deps.modulusTable, { at: context.at }))
        const entityId = await ownerOf(deps, request.principal, request.body)
        const act = { ...screenedAct(context, deps), ifMatch: request.headers['if-match'] }
        const id = idOf(request.params.beneficiaryId)
        return answer(200, await replaceBeneficiary(context.tx, entityId, id, checked, act))
      })
      return reply
    },
  )

  app.delete(
    '/v1/beneficiaries/:beneficiaryId',
    {
      config: { scope: 'beneficiaries:write', role: 'maker' },
      schema: {
        summary: 'Delete a beneficiary',
        description: 'Rejected while a payment that is not yet released needs the beneficiary, unless `force=true`.',
        params: OneParams,
        querystring: DeleteQuery,
        response: { 204: Type.Null({ description: 'The payee is deleted; payments to it are no longer possible.' }) },
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'beneficiary.delete', async (context) => {
        const { force = false } = request.query
        const act = { ...screenedAct(context, deps), ifMatch: request.headers['if-match'], force }
        const id = idOf(request.params.beneficiaryId)
        await deleteBeneficiary(context.tx, request.principal.entityId, id, deps.paymentsWaitingFor, act)
        return { status: 204 }
      })
      return reply
    },
  )
}

/** Four eyes: another client of the entity approves or rejects a payee that waits for it. */
function decisionRoutes(app: App, deps: BeneficiaryDeps): void {
  for (const verb of ['approve', 'reject'] as const) {
    app.post(
      `/v1/beneficiaries/:beneficiaryId/${verb}`,
      {
        config: { scope: 'payments:approve', role: 'approver' },
        schema: {
          summary: verb === 'approve' ? 'Approve a beneficiary' : 'Reject a beneficiary',
          description:
            'Requires a client of the entity other than the one that created or changed the beneficiary. Send the `ETag` of the version that you read as `If-Match`: if the beneficiary has changed since, the decision is rejected.',
          params: OneParams,
          querystring: DryRun,
          response: { 200: BeneficiaryOut },
        },
      },
      async (request, reply) => {
        await runCommand(deps, request, reply, `beneficiary.${verb}`, async (context) => {
          const { entityId, clientId } = context.principal
          const ids = { entityId, beneficiaryId: idOf(request.params.beneficiaryId) }
          const decision = { isApproved: verb === 'approve', clientId, ifMatch: request.headers['if-match'] }
          return answer(200, await approveBeneficiary(context.tx, ids, decision, screenedAct(context, deps)))
        })
        return reply
      },
    )
  }
}

/** Returns the uuid of a wire id; other texts are answered as not found. */
function idOf(wireId: string): string {
  const id = parseId('ben', wireId)
  if (id === undefined) throw refuseShared.beneficiary_not_found()
  return id
}

/**
 * The entity that an order names, itself or by one of its accounts.
 *
 * @throws entity_not_found, account_not_found
 */
async function ownerOf(deps: BeneficiaryDeps, principal: Principal, order: BeneficiaryOrder): Promise<string> {
  const { entityId, accountId } = order
  const owner = ownEntity(principal, entityId)
  const account = accountId === undefined ? undefined : parseId('acc', accountId)
  if (accountId !== undefined && !(account && (await findAccount(deps.db.reader, owner, account)))) {
    throw refuseShared.account_not_found({ accountId })
  }
  return owner
}

const screenedAct = (context: CommandContext, { screen }: Pick<BeneficiaryDeps, 'screen'>) => ({
  ...actOf(context),
  ...(screen ? { screen } : {}),
})

const answer = (status: number, row: BeneficiaryRow) => ({
  status,
  body: presentBeneficiary(row),
  headers: { etag: etagOf(row) },
})
