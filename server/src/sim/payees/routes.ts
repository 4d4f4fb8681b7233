import { type Static, Type } from 'typebox'
import { runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { Input, Instant, Nullable, OneOf, Part, Text, Resource } from '../../kernel/http/wire.ts'
import { accountKeyOf, checkQuestion } from '../../payments/vop/index.ts'
import { putPayee, type SimPayee } from './queries.ts'

const TYPES = ['Individual', 'Company'] as const
const STATES = ['Open', 'Closed', 'Switched', 'OptedOut', 'Unresponsive'] as const
const Identification = Input({
  lei: Type.Optional(Text(20)),
  bic: Type.Optional(Text(11)),
  other: Type.Optional(Part('OtherIdentification', { value: Text(35), scheme: Type.Optional(Text(35)) })),
})

const Order = Input({
  iban: Type.Optional(Text(50, { description: 'Required unless sortCode and accountNumber are sent.' })),
  sortCode: Type.Optional(Text(12)),
  accountNumber: Type.Optional(Text(12)),
  name: Text(140, { description: 'Joint holders, or registered and trading names, separated by |.' }),
  type: Type.Optional(OneOf(TYPES, { description: 'Default: the type that the payer states.' })),
  identification: Type.Optional(Identification),
  state: Type.Optional(OneOf(STATES, { description: 'Default: Open.' })),
})
type Order = Static<typeof Order>

const SimulatedPayee = Resource('SimulatedPayee', {
  iban: Nullable(Type.String()),
  sortCode: Nullable(Type.String()),
  accountNumber: Nullable(Type.String()),
  name: Type.String(),
  type: Nullable(OneOf(TYPES)),
  state: OneOf(STATES),
  updatedAt: Instant,
})

/** `POST /v1/sandbox/payees`: fills the directory that verification of payee asks. */
export function payeeRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/sandbox/payees',
    {
      config: { scope: 'sandbox:simulate', role: 'any', entities: 'any' },
      schema: {
        summary: 'Add an account to the payee directory',
        description: 'Registers the holder of an account with the simulated banks. Replaces an existing account.',
        querystring: Input({}),
        body: Order,
        response: { 201: SimulatedPayee },
      },
    },
    async (request, reply) => {
      const payee = payeeOf(request.body)
      return runCommand(deps, request, reply, 'sandboxPayee.put', async ({ tx, at: now }) => {
        await putPayee(tx, payee, now)
        return { status: 201, body: present(request.body, payee, now) }
      })
    },
  )
}

/** @throws the same errors of name and account as a verification has */
function payeeOf(order: Order): SimPayee {
  const { name, iban, sortCode, accountNumber } = order
  const account = {
    ...(iban === undefined ? {} : { iban }),
    ...(sortCode === undefined ? {} : { sortCode }),
    ...(accountNumber === undefined ? {} : { accountNumber }),
  }
  checkQuestion({ name, ...account })
  const holders = name.split('|').map((holder) => holder.trim())
  return {
    accountKey: accountKeyOf(account)!,
    holders: holders.filter((holder) => holder !== '').slice(0, 10),
    type: order.type ?? null,
    identification: order.identification ?? {},
    state: order.state ?? 'Open',
  }
}

function present(order: Order, payee: SimPayee, now: Date): Static<typeof SimulatedPayee> {
  const [, sortCode, accountNumber] = /^UK:(\d+):(\d+)$/.exec(payee.accountKey) ?? []
  return {
    iban: order.iban ?? null,
    sortCode: sortCode ?? null,
    accountNumber: accountNumber ?? null,
    name: order.name,
    type: payee.type,
    state: payee.state,
    updatedAt: now.toISOString(),
  }
}
