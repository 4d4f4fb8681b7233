import { bodyOf } from './caller.ts'
import { EURO_PAYEE } from './stage.ts'
import { type Act, done, earliestPaymentDate, inTurn, send, type Teller } from './teller.ts'

const entityOf = ({ sandbox, who }: Teller) => sandbox.entityIds[who]
const asRm = (teller: Teller) => ({ ...teller, who: 'rm' as const })

/** Returns a new payee in pounds. */
export const newPayee = (teller: Teller, name = `Load ${crypto.randomUUID().slice(0, 8)} Ltd`) => ({
  entityId: entityOf(teller),
  name,
  countryCode: 'GB',
  bankCountryCode: 'GB',
  currency: 'GBP',
  accountNumber: '66374958',
  routingCodes: [{ type: 'SortCode', value: '089999' }],
  address: { city: 'Leeds', countryCode: 'GB' },
})

const savePayee: Act = async (teller) => done(await send(teller, '/v1/beneficiaries', newPayee(teller)))

const OTHER_ACCOUNT = { accountNumber: '88837491', routingCodes: [{ type: 'SortCode', value: '107999' }] }

/** Reads the version of a payee that a change must name. */
async function versionOf({ sandbox, who }: Teller, path: string): Promise<number> {
  return (await sandbox.processes[0]!.get<{ version: number }>(who, path)).version
}

/** Changes and pays a payee at once, then deletes it, by force beside payments that wait for it. */
const changePayee: Act = async (given) => {
  const teller = asRm(given)
  const payee = newPayee(teller)
  const made = await send(teller, '/v1/beneficiaries', payee)
  if (!done(made)) return false
  const beneficiaryId = String(bodyOf(made).beneficiaryId)
  const path = `/v1/beneficiaries/${beneficiaryId}`
  const order = { accountId: teller.stage.accounts.rm['GBP']![0], beneficiaryId, currency: 'GBP', amount: '10.00' }
  const paymentDate = await earliestPaymentDate(teller)
  const pay = (reference: string) => send(teller, '/v1/payments', { ...order, paymentDate, reference })
  const change = (other: object) => send(teller, path, { ...payee, ...other }, 'rm', { method: 'PUT', version: 1 })
  const [paid] = await Promise.all([
    pay('#APPROVE'), // it waits, so that it meets the change and can be cancelled
    change(OTHER_ACCOUNT),
    pay('Invoice'),
    change({ nickname: 'Load' }),
  ])
  const version = await versionOf(teller, path)
  const [removed] = await Promise.all([
    send(teller, `${path}?force=true`, undefined, 'rm', { method: 'DELETE', version }),
    done(paid) ? send(teller, `/v1/payments/${String(bodyOf(paid).paymentId)}/cancel`) : undefined,
  ])
  return done(removed) && version > 1
}

/** Approves or rejects a payee that the stage's policy holds for approval; two approvers' calls may cross. */
const decidePayee: Act = async (given) => {
  const teller = { ...given, who: 'abs' as const }
  const made = await send(teller, '/v1/beneficiaries', newPayee(teller))
  if (!done(made)) return false
  const step = inTurn('decidePayee', 'reject', 'approve', 'approve')
  const path = `/v1/beneficiaries/${String(bodyOf(made).beneficiaryId)}/${step}`
  const answers = await Promise.all([0, 1].map(() => send(teller, path, undefined, 'absApprover')))
  return answers.some(done)
}

/** Registers an account with the simulated banks and verifies its holder. */
const verifyPayee: Act = async (teller) => {
  await send(teller, '/v1/sandbox/payees', EURO_PAYEE)
  return done(await send(teller, '/v1/payments/verification', EURO_PAYEE))
}

export const PAYEE_ACTS = { savePayee, changePayee, decidePayee, verifyPayee } as const satisfies Record<string, Act>
