import path from 'node:path'
import { operatorCommand } from '../../src/commands/operator.ts'
import { Refusal } from '../../src/kernel/values/refusals.ts'
import { bodyOf } from './caller.ts'
import { withFolder } from './files.ts'
import { type Act, done, inTurn, refused, send, type Teller } from './teller.ts'
import { testInstitution } from '../support/accounts.ts'

/** Operator commands that the load has run. */
export const operated = new Set<string>()

type Printed = Record<string, string>

/** Runs one operator command beside the servers; undefined when it was rejected. */
export async function operate<T = Printed>(teller: Teller, ...words: string[]): Promise<T | undefined> {
  const { services } = teller.sandbox.processes[teller.turn++ % teller.sandbox.processes.length]!
  const { db, clock, sources } = services
  let printed = ''
  const open = async () => ({
    db,
    clock,
    openPrices: async () => sources,
    institution: testInstitution,
    close: async () => {},
  })
  const command = operatorCommand(open, (text) => (printed += text))
  try {
    await command.parseAsync(['--json', ...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const name = `operator ${words[0]} ${error.code}`
    refused[name] = (refused[name] ?? 0) + 1
    return undefined
  }
  operated.add(words[0]!)
  return JSON.parse(printed) as T
}

const entityOf = ({ sandbox, who }: Teller) => sandbox.entityIds[who]

/** Assigns or returns unidentified money, and releases or returns held money. */
const sortFunds: Act = async (teller) => {
  const accountId = teller.stage.accounts[teller.who]['EUR']![0]!
  const money = ['receive-funds', '--currency', 'EUR', '--amount', '10.00', '--bank-reference', crypto.randomUUID()]
  const isHeld = inTurn('holdFunds', true, false)
  const made = await operate(teller, ...money, ...(isHeld ? ['--held', '--account', accountId] : []))
  if (!made) return false
  const of = ['--inbound-payment', made['inboundPaymentId']!]
  const owner = isHeld ? ['--entity', entityOf(teller)] : []
  if (inTurn('returnFunds', true, false, false))
    return (await operate(teller, 'return-funds', ...owner, ...of)) !== undefined
  const decision = isHeld ? ['release-funds', ...owner, ...of] : ['assign-funds', ...of, '--account', accountId]
  return (await operate(teller, ...decision)) !== undefined
}

/** Cancels a spot trade that was just booked, in turn as the client and as the operator. */
const endSpot: Act = async (teller) => {
  const entityId = entityOf(teller)
  const pair = { buyCurrency: 'GBP', sellCurrency: 'USD' }
  // A trade for today settles at once, and cannot be cancelled after that.
  const { spotDate: valueDate } = await teller.sandbox.processes[0]!.get<{ spotDate: string }>(
    teller.who,
    `/v1/fx/spot-value-dates?${new URLSearchParams({ entityId, ...pair }).toString()}`,
  )
  const quote = await send(teller, '/v1/fx/quotes/spot', {
    entityId,
    ...pair,
    fixedSide: 'Buy',
    amount: '700.00',
    valueDate,
  })
  if (!done(quote)) return false
  const booked = await send(teller, '/v1/fx/trades/spot', { entityId, quoteId: bodyOf(quote).quoteId })
  if (!done(booked)) return false
  const tradeId = String(bodyOf(booked).tradeId)
  if (inTurn('cancelAmendment', true, false)) return cancelAsClient(teller, `/v1/fx/trades/spot/${tradeId}/amendments`)
  return cancelAsOperator(teller, ['--entity', entityId, '--trade', tradeId])
}

/** Quotes and books a cancellation as the operator, as `cancelAsClient` does. */
async function cancelAsOperator(teller: Teller, of: string[]): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const preview = await operate(teller, 'quote-spot-amendment', ...of, '--type', 'Cancel')
    if (!preview) return false
    if (await operate(teller, 'book-spot-amendment', ...of, '--quote', preview['quoteId']!)) return true
  }
  return false
}

/** Quotes and books a cancellation. A quote expires when another caller moves the clock: then it is quoted again. */
async function cancelAsClient(teller: Teller, path: string): Promise<boolean> {
  const entityId = entityOf(teller)
  for (let tries = 0; tries < 20; tries++) {
    const preview = await send(teller, `${path}/quote`, { entityId, type: 'Cancel' })
    if (!done(preview)) return false
    if (done(await send(teller, path, { entityId, quoteId: bodyOf(preview).quoteId }))) return true
  }
  return false
}

/** A transfer that a policy holds for approval is approved, rejected or cancelled. */
const decideTransfer: Act = async (teller) => {
  const entityId = teller.sandbox.entityIds.abs
  const [debitAccountId, creditAccountId] = teller.stage.accounts.abs['EUR']!
  const body = { entityId, debitAccountId, creditAccountId, amount: '6.00' }
  const made = await send(teller, '/v1/internal-account-transfers', body, 'abs')
  if (!done(made)) return false
  const base = `/v1/internal-account-transfers/${String(bodyOf(made).internalAccountTransferId)}`
  const step = inTurn('decideTransfer', 'approve', 'reject', 'cancel')
  return done(await send(teller, `${base}/${step}`, undefined, step === 'cancel' ? 'abs' : 'absApprover'))
}

const setTerms: Act = async (teller) => {
  const of = ['--entity', entityOf(teller)]
  await operate(teller, 'set-limits', ...of, '--daily-trade', '900000000')
  await operate(teller, 'set-pricing', ...of, '--markup-bps', '10', '--pair', 'EUR/GBP')
  const policy = await operate(teller, 'set-approval-policy', ...of, '--from', '90000000')
  if (policy) await operate(teller, 'remove-approval-policy', ...of, '--policy', policy['policyId']!)
  const approval = teller.who === 'abs' ? ['--approval'] : []
  return (await operate(teller, 'set-beneficiary-policy', ...of, ...approval)) !== undefined
}

const setCredit: Act = async (teller) => {
  const entityId = teller.sandbox.entityIds.rm
  const { data } = await teller.sandbox.processes[0]!.get<{ data: { facilityId: string }[] }>(
    'rm',
    `/v1/credit/facilities?entityId=${entityId}`,
  )
  const facility = data[0]!.facilityId
  const limit = inTurn('setLimit', '5000000', '4000000')
  return (
    (await operate(teller, 'set-facility', '--entity', entityId, '--facility', facility, '--limit', limit)) !==
    undefined
  )
}

const manageClients: Act = async (teller) => {
  const of = ['--entity', entityOf(teller)]
  const made = await operate(teller, 'create-client', ...of, '--name', 'Load', '--role', 'maker')
  const client = ['--client', made!['clientId']!]
  await operate(teller, 'rotate-secret', ...client)
  await operate(teller, 'set-client-roles', ...client, ...of, '--role', 'approver')
  const account = await operate(teller, 'create-account', ...of, '--currency', 'SEK', '--name', 'Load')
  return account !== undefined && (await operate(teller, 'close-account', account['accountId']!)) !== undefined
}

const blockPayee: Act = async (teller) => {
  const of = ['--entity', entityOf(teller), '--beneficiary', teller.stage.payees[teller.who].EUR]
  await operate(teller, 'block-beneficiary', ...of)
  return (await operate(teller, 'unblock-beneficiary', ...of)) !== undefined
}

/** Imports the holidays of a year of one calendar, as an operator does once a year. */
const importHolidays: Act = async (teller) => {
  return withFolder(async (folder) => {
    const [year, file] = ['2027', path.join(folder, 'holidays.csv')]
    await operate(teller, 'generate-holidays', '--calendar', 'SEK', '--year', year, '--out', file)
    const range = ['--from', `${year}-01-01`, '--to', `${year}-12-31`]
    return (await operate(teller, 'import-holidays', '--file', file, ...range)) !== undefined
  })
}

export const OPERATOR_ACTS = {
  sortFunds,
  endSpot,
  decideTransfer,
  setTerms,
  setCredit,
  manageClients,
  blockPayee,
  importHolidays,
} as const satisfies Record<string, Act>
