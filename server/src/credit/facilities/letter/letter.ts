import { periodWords, counted } from './period-words.ts'
import { dayOf } from '../../../kernel/values/days.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { type Block, type DocumentModel, type Issuer, longDate, moneyText, partyOf } from '../../../documents/index.ts'
import type { Entity } from '../../../entities/index.ts'
import { addressLines } from '../../../institution/index.ts'
import { percentText } from '../present.ts'
import { type FacilityRow, type TermRow } from '../queries.ts'

/**
 * Builds the facility letter (domain 3.4): parties, limits, security, expiry, margin, conditions, representations,
 * default, law, signatures.
 */
export function letterModel(
  issuer: Issuer,
  entity: Entity,
  facility: FacilityRow,
  terms: readonly TermRow[],
): DocumentModel {
  return {
    title: 'Facility letter',
    subtitle: `${facility.name}, version ${facility.letterVersion}`,
    issuer,
    reference: formatId('fac', facility.facilityId),
    issuedAt: facility.letterIssuedAt,
    blocks: [
      partiesOf(issuer, entity),
      facilityFacts(facility),
      termTable(facility, terms),
      marginFacts(facility),
      ...conditions(facility),
      ...clauses(facility),
      issue(facility),
      signatures(issuer, entity),
    ],
  }
}

function partiesOf(issuer: Issuer, entity: Entity): Block {
  const address = entity.addresses[0]
  const lines = [
    ...(address ? addressLines(address) : []),
    ...(entity.lei === null ? [] : [`LEI ${entity.lei}`]),
    ...(entity.registrationNumber === null ? [] : [`Registration ${entity.registrationNumber}`]),
  ]
  return {
    kind: 'parties',
    parties: [
      partyOf('Lender and valuation agent', issuer, [issuer.licence]),
      { role: 'Client', name: entity.legalName, lines },
    ],
  }
}

const facilityFacts = (facility: FacilityRow): Block => ({
  kind: 'facts',
  title: 'The facility',
  columns: 2,
  facts: [
    ['Facility', formatId('fac', facility.facilityId)],
    ['Currency', facility.currency],
    ['Limit', moneyText(facility.limitMinor, facility.currency)],
    ['Utilisation basis', BASIS[facility.utilisationBasis]],
    ['Longest tenor from spot', periodWords(facility.maxTenor)],
    ['Effective from', longDate(facility.effectiveFrom)],
    ['Review date', longDate(facility.reviewDate)],
    [
      'Expires',
      facility.expiryDate === null ? 'When it is withdrawn' : `At the end of ${longDate(facility.expiryDate)}`,
    ],
    ['Settlement limit', settlementWords(facility)],
    ['Security', facility.security ?? 'Only the margin of these terms'],
  ],
})

const settlementWords = ({ settlementLimitMinor, currency }: FacilityRow): string =>
  settlementLimitMinor === 0n ? 'None: delivery against payment' : `${moneyText(settlementLimitMinor, currency)} a day`

const BASIS = {
  Notional: 'The base currency still to be delivered, at current middle rates',
  MarginWaiver: 'Initial margin waived, and net losses that margin held does not cover',
}

const termTable = (facility: FacilityRow, terms: readonly TermRow[]): Block => ({
  kind: 'lines',
  title: 'Terms, in order of application',
  columns: [
    { title: 'Term', width: 4 },
    { title: 'Products', width: 2.3 },
    { title: 'Currency pairs', width: 2 },
    { title: 'Tenor', width: 1.6 },
    {
      title: 'Limit',
      width: 2.6,
      align: 'right',
      oneLine: terms.map(({ limitMinor }) => moneyText(limitMinor, facility.currency)),
    },
    { title: 'Initial margin', width: 2.5, align: 'right' },
  ],
  rows: terms.map((term) => [
    { text: term.name, under: [formatId('ctm', term.termId)] },
    { text: term.products.join(', '), under: [term.forwardTypes.join(', ')] },
    term.currencyPairs?.join(', ') ?? 'Any',
    periodWords(term.maxTenor),
    moneyText(term.limitMinor, facility.currency),
    { text: marginOf(term), under: ladderOf(term) },
  ]),
})

const marginOf = (term: TermRow): string => {
  const percent = `${percentText(term.initialMarginPercent)} %`
  return term.initialMarginWaived ? `Waived (${percent})` : percent
}

const ladderOf = (term: TermRow): string[] =>
  term.initialMarginSchedule.map(({ toTenor, percent }) => `to ${periodWords(toTenor)}: ${percentText(percent)} %`)

const marginFacts = (facility: FacilityRow): Block => ({
  kind: 'facts',
  title: 'Variation margin',
  facts: [
    ['Called for', callWords(facility)],
    [
      'Calculated',
      facility.marginMethod === 'PerTrade'
        ? 'For each deal separately'
        : 'For all deals together, netting gains and losses',
    ],
    ['Smallest call', moneyText(facility.minimumCallMinor, facility.currency)],
    ['Payment term', dueWords(facility)],
    ['Paid', COLLECTION[facility.callCollection]],
    ['Released', 'When the loss is gone, or is below the threshold by at least the smallest call'],
    ['If unpaid', overdueWords(facility)],
  ],
})

function callWords(facility: FacilityRow): string {
  const { callBasis, currency } = facility
  const [threshold, call] = [percentText(facility.thresholdPercent), percentText(facility.callPercent)]
  if (callBasis === 'RateMove') {
    return `${call} % of the notional for each ${threshold} % that the market forward goes against the contract rate`
  }
  if (callBasis === 'MtmOverNotional') {
    return `${call} % of the notional for each ${threshold} % of it that is lost at the market and not covered by initial margin`
  }
  const money = (minor: bigint | null) => moneyText(minor ?? 0n, currency)
  return `Net losses beyond ${money(facility.thresholdMinor)}, in blocks of ${money(facility.callMinor)}`
}

const dueWords = ({ dueBusinessDays: days, currency }: FacilityRow): string =>
  days === 0
    ? `The same business day of ${currency}, or the next once its cut-off has passed`
    : `${counted(days, 'business day')} of ${currency}`

const COLLECTION = {
  Automatic: 'From the client’s account in the currency of the call: the lender collects it as money becomes available',
  OnRequest: 'By the client, from an account of its choice',
}

const overdueWords = ({ overdueAction, overdueGraceHours }: FacilityRow): string =>
  overdueAction === 'CloseOut'
    ? `Drawdowns and new deals stop; ${counted(overdueGraceHours, 'hour')} after the deadline the deals are closed out`
    : 'Drawdowns and new deals stop until it is paid; the lender may close the deals out'

/** Lists the client's conditions before the first deal. */
const conditions = ({ conditionsPrecedent }: FacilityRow): Block[] =>
  conditionsPrecedent.length === 0
    ? []
    : [
        { kind: 'heading', text: 'Conditions precedent' },
        {
          kind: 'paragraph',
          text: `Before the first deal the lender must have received: ${conditionsPrecedent.join('; ')}.`,
        },
      ]

const clauses = (facility: FacilityRow): Block[] =>
  CLAUSES.flatMap(([heading, text]) => [
    { kind: 'heading' as const, text: heading },
    { kind: 'paragraph' as const, text: text.replaceAll('{currency}', facility.currency) },
  ])

const CLAUSES: [string, string][] = [
  [
    'Valuation',
    'The value of a deal is the amount the client will receive less the amount it will pay, both at the market forward rate for the outstanding delivery on the side of a close-out, discounted to the day of valuation and converted into {currency} at the spot mid rate of the same time. The lender values the deals and stores the market data it used.',
  ],
  [
    'Representations',
    'Each deal serves a commercial purpose of the client that is stated when it is dealt: payment for identifiable goods, ' +
      'services or direct investment. The client does not deal to speculate, and has the power to enter into each deal.',
  ],
  [
    'Information',
    'The client provides its annual accounts within six months of the year’s end, and informs the lender without delay of any obstacle to its performance.',
  ],
  [
    'Events of default and close-out netting',
    'Non-payment of an amount or a margin call when due, insolvency, a representation that proves untrue, and default under ' +
      'another agreement with the lender entitle the lender to close out all open deals at the market. Gains and losses are ' +
      'netted into one amount in {currency}; margin held is set off against it.',
  ],
  [
    'Reduction and withdrawal',
    'The facility is not committed. The lender may reduce or withdraw it at any time; deals that are open then run to ' +
      'their value date under these terms.',
  ],
  [
    'Fees and law',
    'No fee is charged for the facility itself. It is governed by the law of the lender’s registered office.',
  ],
]

const issue = (facility: FacilityRow): Block => ({
  kind: 'facts',
  title: 'Issue and signature',
  facts: [
    ['Issued', longDate(dayOf(facility.letterIssuedAt))],
    [
      'Signed for the client',
      facility.letterSignedAt ? longDate(dayOf(facility.letterSignedAt)) : 'Not yet: conditions precedent are open',
    ],
  ],
})

/** A place for each side to sign. */
const signatures = (issuer: Issuer, entity: Entity): Block => ({
  kind: 'signatures',
  parties: [issuer.legalName ?? issuer.name, entity.legalName].map((name) => ({
    name: `For ${name}`,
    lines: ['Signature', 'Name', 'Position', 'Place and date'],
  })),
})
