/** Entities that operator commands create beside the seeded ones. */
export interface PartyPlan {
  name: string
  kind: 'RM' | 'ABS'
  country: string
  city: string
  baseCurrency: string
  timeZone: string
  /** One account of each, in this order; a currency may come twice. */
  currencies: string[]
  /** Options of create-facility. */
  facility?: string
  /** Options of set-approval-policy, one list for each policy. */
  policies: string[][]
  /** True if payees need the approval of another client. */
  approvesPayees?: boolean
  /** True if it has little money and gets no more. */
  isScarce?: boolean
}

/** A British corporate on a netted facility that settles calls itself, and closes out at once when one is overdue. */
const mill: PartyPlan = {
  name: 'Calder Mill Ltd',
  kind: 'RM',
  country: 'GB',
  city: 'Leeds',
  baseCurrency: 'GBP',
  timeZone: 'Europe/London',
  currencies: ['GBP', 'EUR', 'USD', 'JPY'],
  facility:
    '--currency USD --limit 3000000 --margin-method NetPosition --overdue CloseOut --call-basis NetMtmAbsolute --threshold-amount 4000 --call-amount 1000 --collection OnRequest',
  policies: [
    ['--resource', 'Payment', '--from', '40000'],
    ['--resource', 'Trade', '--from', '60000'],
  ],
}

/** An Irish fund whose dollars move only with four eyes. */
const fund: PartyPlan = {
  name: 'Liffey Credit Fund',
  kind: 'ABS',
  country: 'IE',
  city: 'Dublin',
  baseCurrency: 'USD',
  timeZone: 'Europe/Dublin',
  currencies: ['USD', 'USD', 'EUR', 'GBP'],
  policies: [
    ['--resource', 'InternalTransfer', '--currency', 'USD', '--from', '5000'],
    ['--resource', 'Payment', '--new-payee'],
    ['--resource', 'Trade', '--from', '80000'],
  ],
  approvesPayees: true,
}

/** A Swiss corporate that is called for margin by the loss of each deal. */
const works: PartyPlan = {
  name: 'Aare Werke AG',
  kind: 'RM',
  country: 'CH',
  city: 'Bern',
  baseCurrency: 'CHF',
  timeZone: 'Europe/Zurich',
  currencies: ['CHF', 'EUR', 'USD', 'GBP'],
  facility:
    '--currency EUR --limit 1500000 --basis MarginWaiver --call-basis MtmOverNotional --initial-margin-percent 6 --waived-limit 300000',
  policies: [['--resource', 'Drawdown', '--from', '30000']],
}

/** American corporate with debts for its deals: late spot, unpaid losses, margin in other currencies. */
const copper: PartyPlan = {
  name: 'Hudson Copper Inc',
  kind: 'RM',
  country: 'US',
  city: 'New York',
  baseCurrency: 'USD',
  timeZone: 'America/New_York',
  currencies: ['USD', 'EUR', 'GBP'],
  facility: '--currency USD --limit 6000000 --initial-margin-percent 1 --call-basis MtmOverNotional',
  policies: [],
  isScarce: true,
}

/** A fund far west, where the day ends later than in London. */
const lake: PartyPlan = {
  name: 'Ontario Lake Fund LP',
  kind: 'ABS',
  country: 'CA',
  city: 'Toronto',
  baseCurrency: 'CAD',
  timeZone: 'America/Toronto',
  currencies: ['CAD', 'USD', 'EUR', 'EUR'],
  policies: [],
}

export const FEW: readonly PartyPlan[] = [mill, fund]
export const MANY: readonly PartyPlan[] = [mill, fund, copper, works, lake]
