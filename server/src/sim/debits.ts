import type { DebitPort } from '../fx/forwards/index.ts'
import { formatId } from '../kernel/values/ids.ts'
import { receiveFunds } from '../payments/inbound/index.ts'

/** The sandbox's bank: collections under a mandate arrive immediately. */
export const simulatedDebits: DebitPort = {
  isConnected: true,
  async collect(tx, drawdown, amountMinor, act) {
    const { entityId, sellAccountId: accountId, sellCurrency: currency } = drawdown
    const reference = `Debit ${formatId('trd', drawdown.tradeId)}`
    const debtor = { name: 'Own account, by pre-authorized debit' }
    const funds = {
      account: { entityId, accountId, currency },
      currency,
      amountMinor,
      debtor,
      reference,
      isDebit: true,
    }
    await receiveFunds(tx, funds, act)
  },
}
