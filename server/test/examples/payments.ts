import type { Scene } from './player.ts'

const PAYEE = {
  name: 'Northern Looms Ltd',
  address: { line1: '1 Mill Lane', city: 'Leeds', postCode: 'LS1 4AP', countryCode: 'GB' },
  countryCode: 'GB',
  bankCountryCode: 'GB',
  currency: 'GBP',
  accountNumber: '66374958',
  routingCodes: [{ type: 'SortCode', value: '089999' }],
}

/** Payees, payments, transfers and their approvals. */
export async function playPayments(scene: Scene): Promise<void> {
  const beneficiaryId = await playBeneficiaries(scene)
  scene.beneficiaryId = beneficiaryId
  await playOnePayment(scene, beneficiaryId)
  await playApprovals(scene, beneficiaryId)
  await playBatches(scene, beneficiaryId)
  await playTransfers(scene)
}

async function playBeneficiaries(scene: Scene): Promise<string> {
  const { example, prepare, entities, requirePayeeApproval } = scene
  const payee = { entityId: entities.rm, ...PAYEE }
  await example('getBeneficiaryRequirements', { as: 'rm', query: { currency: 'GBP', bankCountryCode: 'GB' } })
  await example('validateBeneficiary', { as: 'rm', body: payee })
  const saved = await example('createBeneficiary', { as: 'rm', body: payee })
  await example('listBeneficiaries', { as: 'rm', query: { currency: 'GBP', limit: '2' } })
  const path = { beneficiaryId: saved.beneficiaryId }
  await example('getBeneficiary', { as: 'rm', path })
  const other = await prepare('createBeneficiary', { as: 'rm', body: { ...payee, name: 'Mill Services Ltd' } })
  const change = { ...payee, name: 'Mill Services Ltd', nickname: 'Mill services' }
  const headers = { 'if-match': '"1"' }
  const otherPath = { beneficiaryId: other.beneficiaryId }
  await example('replaceBeneficiary', { as: 'rm', path: otherPath, headers, body: change })
  await example('deleteBeneficiary', { as: 'rm', path: otherPath })

  await requirePayeeApproval('abs')
  const pending = (name: string) =>
    prepare('createBeneficiary', { as: 'abs', body: { ...PAYEE, name, entityId: entities.abs } })
  const [one, two] = [await pending('Tyne Freight Ltd'), await pending('Tees Freight Ltd')]
  await example('approveBeneficiary', { as: 'absApprover', path: { beneficiaryId: one.beneficiaryId } })
  await example('rejectBeneficiary', { as: 'absApprover', path: { beneficiaryId: two.beneficiaryId } })
  await playConfirmation(scene, one.beneficiaryId as string)
  return saved.beneficiaryId as string
}

/** A payment of the ABS entity, whose payments have a confirmation. */
async function playConfirmation({ example, prepare, accounts }: Scene, beneficiaryId: string): Promise<void> {
  const order = { accountId: accounts.abs.GBP, beneficiaryId, amount: '300.00', currency: 'GBP' }
  const { paymentId } = await prepare('createPayment', {
    as: 'abs',
    body: { ...order, paymentDate: '2026-11-16', reference: 'Freight 77' },
  })
  await prepare('moveClock', { as: 'rm', body: { advance: 'PT1H' } })
  await example('getPaymentConfirmation', { as: 'abs', path: { paymentId }, headers: { accept: 'application/json' } })
}

async function playOnePayment(scene: Scene, beneficiaryId: string): Promise<void> {
  const { example, prepare, accounts } = scene
  const order = { accountId: accounts.rm.GBP, beneficiaryId, amount: '1000.00', currency: 'GBP' }
  await example('createPayee', { as: 'rm', body: { name: 'Muster GmbH', iban: 'DE89370400440532013000' } })
  await example('verifyPayee', { as: 'rm', body: { name: 'Muster GmbH', iban: 'DE89370400440532013000' } })
  await example('listPaymentPurposes', { as: 'rm', query: { currency: 'CNY', country: 'CN' } })
  await example('listPaymentOptions', { as: 'rm', query: { currency: 'GBP', country: 'GB' } })
  const { earliestPaymentDate: paymentDate } = await example('getEarliestPaymentDate', {
    as: 'rm',
    query: { currency: 'GBP', country: 'GB' },
  })
  const body = { ...order, paymentDate, reference: 'Invoice 2026-118', clientReference: 'inv-2026-118' }
  await example('validatePayment', { as: 'rm', body })
  const payment = await example('createPayment', { as: 'rm', body })
  const path = { paymentId: payment.paymentId }
  await prepare('moveClock', { as: 'rm', body: { advance: 'PT2H' } })
  await example('listPayments', { as: 'rm', query: { limit: '2' } })
  await example('getPayment', { as: 'rm', path })
  await example('trackPayment', { as: 'rm', path })
  await example('recallPayment', { as: 'rm', path, body: { reason: 'DUPL', note: 'Paid twice' } })

  const later = { ...order, paymentDate: scene.nextMonth, reference: 'Invoice 2026-119' }
  const cancelled = await prepare('createPayment', { as: 'rm', body: later })
  await example('cancelPayment', { as: 'rm', path: { paymentId: cancelled.paymentId } })
  const moved = await prepare('createPayment', { as: 'rm', body: later })
  await example('transitionPayment', { as: 'rm', path: { paymentId: moved.paymentId }, body: { status: 'Screening' } })
}

async function playApprovals({ example, prepare, accounts, nextMonth }: Scene, beneficiaryId: string): Promise<void> {
  const body = {
    accountId: accounts.rm.GBP,
    beneficiaryId,
    amount: '250.00',
    currency: 'GBP',
    paymentDate: nextMonth,
    reference: 'Invoice #APPROVE',
  }
  const pay = async () => ({ paymentId: (await prepare('createPayment', { as: 'rm', body })).paymentId as string })
  const [approved, rejected] = [await pay(), await pay()]
  await example('approvePayment', { as: 'rmApprover', path: approved })
  await example('rejectPayment', { as: 'rmApprover', path: rejected })
  await example('recallPaymentApproval', { as: 'rmApprover', path: approved })
  await example('requestPaymentApproval', { as: 'rm', path: approved })
}

async function playBatches(
  { example, prepare, accounts, entities, nextMonth }: Scene,
  beneficiaryId: string,
): Promise<void> {
  const item = { accountId: accounts.rm.GBP, beneficiaryId, currency: 'GBP', paymentDate: nextMonth }
  const items = [
    { ...item, amount: '120.00', reference: 'Salary 1' },
    { ...item, amount: '140.00', reference: 'Salary 2' },
  ]
  const order = { entityId: entities.rm, mode: 'Partial', items }
  const batch = await example('createPaymentBatch', { as: 'rm', body: order })
  await prepare('moveClock', { as: 'rm', body: { advance: 'PT1M' } })
  const path = { batchId: batch.batchId }
  await example('listPaymentBatches', { as: 'rm', query: { limit: '2' } })
  await example('getPaymentBatch', { as: 'rm', path })
  await example('listPaymentBatchItems', { as: 'rm', path, query: { limit: '2' } })
  const other = await prepare('createPaymentBatch', { as: 'rm', body: { ...order, items: items.slice(1) } })
  await example('cancelPaymentBatch', { as: 'rm', path: { batchId: other.batchId } })
}

async function playTransfers({ example, prepare, entities, accounts, requireApproval }: Scene): Promise<void> {
  const order = {
    entityId: entities.abs,
    debitAccountId: accounts.abs.EUR,
    creditAccountId: accounts.abs.otherEUR,
    amount: '2500.00',
    reference: 'Liquidity',
  }
  const transfer = await example('createInternalTransfer', { as: 'abs', body: order })
  await example('listInternalTransfers', { as: 'abs', query: { entityId: entities.abs, limit: '2' } })
  const path = { internalAccountTransferId: transfer.internalAccountTransferId as string }
  await example('getInternalTransfer', { as: 'abs', path })
  await requireApproval('abs', 'InternalTransfer', '5000.00')
  const large = async () => {
    const made = await prepare('createInternalTransfer', { as: 'abs', body: { ...order, amount: '6000.00' } })
    return { internalAccountTransferId: made.internalAccountTransferId as string }
  }
  await example('approveInternalTransfer', { as: 'absApprover', path: await large() })
  await example('rejectInternalTransfer', { as: 'absApprover', path: await large() })
  await example('cancelInternalTransfer', { as: 'abs', path: await large() })
}
