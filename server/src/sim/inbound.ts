import { originOf } from '../kernel/http/origin.ts'
import { type Static, Type } from 'typebox'
import { type Account, findAccount, findVirtual, refuseVirtual } from '../accounts/index.ts'
import type { FastifyRequest } from 'fastify'
import { type CommandContext, idempotencyKey, runCommand } from '../kernel/http/command.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { parseId } from '../kernel/values/ids.ts'
import { type Parts, wholeBody } from '../kernel/http/readable.ts'
import { type FieldError, fieldError, refusals } from '../kernel/values/refusals.ts'
import { parseAmount } from '../kernel/values/money.ts'
import { actorOf, type Principal } from '../kernel/http/principal.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import { checkFields } from '../kernel/http/validation.ts'
import { Amount, AnyId, CurrencyCode, Input, Text } from '../kernel/http/wire.ts'
import { beforeResponse } from '../kernel/jobs/before-response.ts'
import type { Worker } from '../kernel/jobs/work.ts'
import {
  findByBankReference,
  InboundPayment,
  type InboundRow,
  presentInbound,
  receiveFunds,
} from '../payments/inbound/index.ts'
import { inTransaction, type Tx } from '../kernel/db/db.ts'
import type { Screening } from '../screening/index.ts'

const Order = Input({
  accountId: Type.Optional(AnyId('the account to credit. Required without a virtual account')),
  virtualAccountId: Type.Optional(AnyId('the virtual account to credit')),
  amount: Amount,
  currency: CurrencyCode,
  reference: Type.Optional(
    Text(140, { description: 'A reference that contains #HOLD puts the payment on hold for screening.' }),
  ),
  debtorName: Type.Optional(Text(140)),
  debtorIban: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$',
      maxLength: 34,
      examples: ['DE89370400440532013000'],
    }),
  ),
})
type Order = Static<typeof Order>

export interface InboundDeps extends Deps {
  worker: Pick<Worker, 'runDue'>
  /** Screening of the payer; absent without lists. */
  screening?: Screening
}

/** Money from outside, in the sandbox: it answers when all that the money set in motion has been done. */
export function inboundRoutes(app: App, deps: InboundDeps): void {
  app.post(
    '/v1/sandbox/inbound-payments',
    {
      ...wholeBody(Order, bodyErrors),
      config: { scope: 'sandbox:simulate', role: 'any' },
      schema: {
        summary: 'Simulate incoming money',
        description:
          'Credits an account like a transfer from another bank. For a closed account or virtual account the money ' +
          'is Unidentified.',
        querystring: Input({}),
        body: Order,
        response: { 201: InboundPayment },
      },
      onSend: beforeResponse(() => deps.worker.runDue(deps.clock.now())),
    },
    async (request, reply) => {
      checkFields(bodyErrors(request.body, () => true))
      const { principal, body } = request
      const answer = (work: (context: CommandContext) => Promise<InboundRow>) =>
        runCommand(deps, request, reply, 'sandboxInboundPayment.create', async (context) => ({
          status: 201,
          body: presentInbound(await work(context)),
        }))
      const isKeyed = idempotencyKey(deps, request) !== undefined
      try {
        return await answer(async (context) => {
          const { tx } = context
          const funds = fundsOf(body, await destinationOf(tx, principal, body))
          const row = await receiveFunds(tx, funds, context, deps.screening)
          if (row.status === 'Unidentified' && isKeyed) throw new BelongsToHouse(funds)
          return row
        })
      } catch (error) {
        if (!(error instanceof BelongsToHouse)) throw error
        const lost = await receiveForHouse(deps, request, error.funds)
        return answer(() => Promise.resolve(lost))
      }
    },
  )
}

/**
 * Money that is unidentified is a row of the house; the idempotency key of the call is the client's. Each is written in a
 * transaction of its own.
 */
class BelongsToHouse extends Error {
  readonly funds: ReturnType<typeof fundsOf>
  constructor(funds: ReturnType<typeof fundsOf>) {
    super('the money is unidentified')
    this.funds = funds
  }
}

/** Books unidentified money once for an idempotency key. */
async function receiveForHouse(
  deps: InboundDeps,
  request: FastifyRequest,
  funds: ReturnType<typeof fundsOf>,
): Promise<InboundRow> {
  const { principal, receivedAt: at } = request
  const bankReference = `sandbox ${principal.clientId} ${idempotencyKey(deps, request)}`
  const known = await findByBankReference(deps.db.pool, bankReference)
  if (known) return known
  const act = { actor: actorOf(principal), at, wall: deps.clock.wall(), ...originOf(request) }
  return inTransaction(deps.db, (tx) => receiveFunds(tx, { ...funds, bankReference }, act, deps.screening)).catch(
    async (error: unknown) => {
      const booked = await findByBankReference(deps.db.pool, bankReference) // another call with the key was faster
      if (!booked) throw error
      return booked
    },
  )
}

const refuse = refusals({
  inbound_destination_invalid: {
    status: 400,
    message: 'Send exactly one of `accountId` and `virtualAccountId`.',
  },
})

/** Returns the errors of a body that depend only on the body. */
const bodyErrors = (
  { accountId, virtualAccountId }: Parts<Order>,
  isRead: (pointer: string) => boolean,
): FieldError[] =>
  (accountId === undefined) !== (virtualAccountId === undefined) ||
  !isRead('/accountId') ||
  !isRead('/virtualAccountId')
    ? []
    : [fieldError('/accountId', refuse.inbound_destination_invalid())]

interface Destination {
  account: Account
  virtualAccountId?: string
}

/** @throws account_not_found, virtual_account_not_found, also for another entity's; currency_mismatch */
async function destinationOf(tx: Tx, { entityId }: Principal, order: Order): Promise<Destination> {
  const named = order.accountId === undefined ? await behindVirtual(tx, entityId, order.virtualAccountId!) : undefined
  const accountId = named?.accountId ?? parseId('acc', order.accountId!)
  const account = accountId && (await findAccount(tx, entityId, accountId))
  if (!account) throw refuseShared.account_not_found({ accountId: order.accountId })
  if (account.currency !== order.currency) {
    throw refuseShared.currency_mismatch({ expected: account.currency, actual: order.currency })
  }
  return { account, ...(named && { virtualAccountId: named.virtualAccountId }) }
}

async function behindVirtual(tx: Tx, entityId: string, wireId: string) {
  const id = parseId('vac', wireId)
  const found = id && (await findVirtual(tx, entityId, id))
  if (!found) throw refuseVirtual.virtual_account_not_found()
  return found
}

function fundsOf(order: Order, destination: Destination) {
  const { reference, debtorName, debtorIban, currency } = order
  return {
    ...destination,
    currency,
    amountMinor: parseAmount(order.amount, currency),
    held: reference?.includes('#HOLD') ?? false,
    ...(reference === undefined ? {} : { reference }),
    debtor: {
      ...(debtorName === undefined ? {} : { name: debtorName }),
      ...(debtorIban === undefined ? {} : { iban: debtorIban }),
    },
  }
}
