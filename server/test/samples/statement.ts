import type { StatementHead } from '../../src/accounts/statements/statement.ts'
import { createDigest } from '../../src/accounts/statements/digest.ts'
import { presentPosting } from '../../src/accounts/transactions.ts'
import type { PostingRow } from '../../src/ledger/index.ts'
import { issuer, uuid } from './parties.ts'

type Line = Partial<PostingRow> & Pick<PostingRow, 'amountMinor' | 'type'> & { day: string }

const LINES: Line[] = [
  {
    day: '2026-11-20',
    amountMinor: 250_000_00n,
    type: 'Deposit',
    reference: 'Funding November',
    counterpartyName: 'Nordlicht Handels GmbH',
    counterpartyAccount: 'DE89370400440532013000',
  },
  {
    day: '2026-11-20',
    amountMinor: -100_000_00n,
    type: 'FxSettlement',
    description: 'Sold EUR 100,000.00 for USD 116,546.00 at 1.16546',
    relatedType: 'trade',
    detail: { exchange: { rate: '1.16546', pair: 'EUR/USD', buyAmount: '116546.00', sellAmount: '100000.00' } },
  },
  {
    day: '2026-11-23',
    amountMinor: -12_480_50n,
    type: 'Payment',
    reference: 'INV 2026/1187',
    endToEndId: 'pay01KAD5Q0001',
    counterpartyName: 'Zakłady Włókiennicze Łódź sp. z o.o.',
    counterpartyAccount: 'PL61109010140000071219812874',
    detail: {
      uetr: '8e3f2c4e-9b1a-4f3e-8a5d-1c2b3a4d5e6f',
      bic: 'WBKPPLPP',
      country: 'PL',
      address: 'Piotrkowska 1, 90-001 Łódź',
      bankTransactionCode: 'PMNT ICDT ESCT',
    },
  },
  {
    day: '2026-11-24',
    amountMinor: -3_999_99n,
    type: 'Payment',
    reference: 'Sipariş 4471',
    endToEndId: 'pay01KAD5Q0002',
    counterpartyName: 'Şişli Tekstil ve Dış Ticaret A.Ş.',
    counterpartyAccount: 'TR330006100519786457841326',
    detail: { bic: 'TGBATRIS', country: 'TR', bankTransactionCode: 'PMNT ICDT XBCT' },
  },
  { day: '2026-11-24', amountMinor: -20_00n, type: 'PaymentFee', description: 'Payment fee' },
  {
    day: '2026-11-25',
    amountMinor: -8_250_00n,
    type: 'Payment',
    reference: '請求書 0042',
    endToEndId: 'pay01KAD5Q0003',
    counterpartyName: '東京精密機械株式会社',
    counterpartyAccount: '0001234567',
    detail: {
      bic: 'BOTKJPJT',
      country: 'JP',
      address: '千代田区丸の内 1-1, 東京',
      bankTransactionCode: 'PMNT ICDT XBCT',
    },
  },
  {
    day: '2026-11-25',
    amountMinor: 3_979_99n,
    type: 'PaymentReturn',
    description: 'Payment to Şişli Tekstil returned',
    counterpartyName: 'Şişli Tekstil ve Dış Ticaret A.Ş.',
    reference: 'AC04 closed account',
  },
  {
    day: '2026-11-26',
    amountMinor: -40_000_00n,
    type: 'InternalTransfer',
    reference: 'To payroll',
    relatedType: 'internalTransfer',
  },
  {
    day: '2026-11-26',
    amountMinor: -15_000_00n,
    type: 'MarginPosted',
    description: 'Initial margin posted',
    relatedType: 'trade',
  },
  ...[
    ['شركة النور للتجارة (ذ.م.م)', 'AE070331234567890123456', 'فاتورة 118/2026'],
    ['אור החשמל בע"מ', 'IL620108000000099999999', 'חשבונית 77'],
    ['한국전자 주식회사', '110-234-567890', '청구서 12'],
    ['บริษัท น้ำมันไทย จำกัด (มหาชน)', '123-4-56789-0', 'ใบแจ้งหนี้ 9'],
    ['श्री हिन्द टेक्सटाइल्स लिमिटेड', '50200012345678', 'चालान ४२'],
    ['上海国际贸易有限公司', '6222020200112233', '发票 3301'],
    ['Αθηναϊκή Ζυθοποιία Α.Ε.', 'GR1601101250000000012300695', 'Τιμολόγιο 5'],
    ['ТОВ «Київський млин»', 'UA213223130000026007233566001', 'Рахунок 14'],
  ].map(
    ([counterpartyName, counterpartyAccount, reference], i): Line => ({
      day: '2026-11-26',
      amountMinor: -BigInt(1_250_00 + i * 10_00),
      type: 'Payment',
      reference: reference!,
      endToEndId: `pay01KAD5Q001${i}`,
      counterpartyName: counterpartyName!,
      counterpartyAccount: counterpartyAccount!,
      detail: { bankTransactionCode: 'PMNT ICDT XBCT' },
    }),
  ),
  ...Array.from(
    { length: 24 },
    (_, i): Line => ({
      day: i < 12 ? '2026-11-27' : '2026-11-30',
      amountMinor: -BigInt(310_00 + i * 1_17),
      type: 'Payment',
      reference: `Expenses ${i + 1}`,
      endToEndId: `pay01KAD5R${String(i).padStart(4, '0')}`,
      counterpartyName: `Supplier ${i + 1} Ltd`,
      counterpartyAccount: 'GB29NWBK60161331926819',
      detail: { bankTransactionCode: 'PMNT IRCT DMCT' },
    }),
  ),
]

function postingsOf(accountId: string, lines: Line[]): PostingRow[] {
  let balance = 0n
  return lines.map(({ day, ...line }, i) => {
    balance += line.amountMinor
    return {
      entityId: uuid(1),
      accountId,
      sequence: BigInt(i + 1),
      journalId: uuid(1000 + i),
      currency: 'EUR',
      balanceAfterMinor: balance,
      valueDate: day,
      postedAt: new Date(Date.parse(`${day}T09:30:00Z`) + i * 60_000),
      description: null,
      reference: null,
      creditorReference: null,
      endToEndId: null,
      counterpartyName: null,
      counterpartyAccount: null,
      relatedType: 'payment',
      relatedId: uuid(2000 + i),
      detail: null,
      reversed: false,
      ...line,
    }
  })
}

const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)

/** A month of a business account, with lines, and the same account's empty month after it. */
export function sampleStatement(isEmpty = false) {
  const accountId = uuid(2)
  const rows = postingsOf(accountId, LINES)
  const shown = isEmpty ? [] : rows
  const credits = shown.filter(({ amountMinor }) => amountMinor > 0n).map(({ amountMinor }) => amountMinor)
  const debits = shown.filter(({ amountMinor }) => amountMinor < 0n).map(({ amountMinor }) => -amountMinor)
  const openingMinor = isEmpty ? rows.at(-1)!.balanceAfterMinor : 0n
  const closingMinor = openingMinor + sum(credits) - sum(debits)
  const head: StatementHead = {
    entityId: uuid(1),
    accountId,
    currency: 'EUR',
    stored: {
      statementId: uuid(isEmpty ? 4 : 3),
      period: 'Month',
      year: 2026,
      sequenceNumber: isEmpty ? 2 : 1,
      digest: '',
    },
    fromDate: isEmpty ? '2026-12-01' : '2026-11-20',
    toDate: isEmpty ? '2026-12-31' : '2026-11-30',
    timeZone: 'Europe/Berlin',
    afterSequence: isEmpty ? BigInt(rows.length) : 0n,
    lastSequence: BigInt(rows.length),
    openingMinor,
    creditsMinor: sum(credits),
    creditCount: credits.length,
    debitsMinor: sum(debits),
    debitCount: debits.length,
    closingMinor,
    availableMinor: closingMinor - (isEmpty ? 0n : 1_500_00n),
    feesMinor: isEmpty ? 0n : 20_00n,
    parties: {
      issuer,
      holder: { name: 'Nordlicht Handels GmbH', address: ['Speicherstraße 12', '20457 Hamburg', 'DE'] },
      account: { name: 'EUR operating account', iban: 'DE17501990000010000001', bic: 'CMBTDEFF' },
    },
    createdAt: new Date(isEmpty ? '2027-01-01T00:05:00Z' : '2026-12-01T00:05:00Z'),
  }
  const lines = shown.map(presentPosting)
  const digest = createDigest(head)
  for (const line of lines) digest.line(line)
  head.stored!.digest = digest.hex()
  return { head, lines }
}
