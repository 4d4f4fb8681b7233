import { type Static, Type } from 'typebox'
import { type Account, findAccount } from '../accounts/index.ts'
import { runCommand } from '../kernel/http/command.ts'
import type { App, Deps } from '../kernel/http/http.ts'
import { parseId } from '../kernel/values/ids.ts'
import { parseAmount } from '../kernel/values/money.ts'
import type { Principal } from '../kernel/http/principal.ts'
import { refuseShared } from '../kernel/values/shared-refusals.ts'
import { Amount, AnyId, CurrencyCode, Input, Text } from '../kernel/http/wire.ts'
import type { Worker } from '../kernel/jobs/work.ts'
import { InboundPayment, presentInbound, receiveFunds } from '../payments/inbound/index.ts'
import type { Tx } from '../kernel/db/db.ts'
import type { Screening } from '../screening/index.ts'

const Order = Input({
  accountId: AnyId('the account that is paid'),
  amount: Amount,
  currency: CurrencyCode,
  reference: Type.Optional(
    Text(140, { description: 'A reference that contains #HOLD puts the payment on hold for screening.' }),
  ),
  debtorName: Type.Optional(Text(140)),
  debtorIban: Type.Optional(Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$', maxLength: 34 })),
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
      config: { scope: 'sandbox:simulate', role: 'any' },
      schema: {
        summary: 'Money comes in',
        description:
          'Credits an account as a transfer from another bank would. A closed account leaves it Unidentified.',
        querystring: Input({}),
        body: Order,
        response: { 201: InboundPayment },
      },
      // After the commit, before the answer. What cannot be done now stays due: the money is in, and is told to be.
      onSend: async (request, _reply, payload) => {
        await deps.worker
          .runDue(deps.clock.now())
          .catch((error: unknown) => request.log.warn({ err: error }, 'not run'))
        return payload
      },
    },
    async (request, reply) => {
      await runCommand(deps, request, reply, 'sandboxInboundPayment.create', async (context) => {
        const { tx, principal } = context
        const account = await accountOf(tx, principal, request.body)
        const funds = fundsOf(request.body, account)
        const row = await receiveFunds(tx, funds, context, deps.screening)
        return { status: 201, body: presentInbound(row) }
      })
    },
  )
}

/** @throws account_not_found, also for another entity's; currency_mismatch */
async function accountOf(tx: Tx, principal: Principal, order: Order): Promise<Account> {
  const accountId = parseId('acc', order.accountId)
  const account = accountId && (await findAccount(tx, principal.entityId, accountId))
  if (!account) throw refuseShared.account_not_found({ accountId: order.accountId })
  if (account.currency !== order.currency) {
    throw refuseShared.currency_mismatch({ expected: account.currency, actual: order.currency })
  }
  return account
}

function fundsOf(order: Order, account: Account) {
  const { reference, debtorName, debtorIban, currency } = order
  return {
    ...(account.status === 'Closed' ? {} : { account }),
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
