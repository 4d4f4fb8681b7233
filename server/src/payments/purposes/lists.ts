import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { type Rail, SCHEMES } from '../schemes/index.ts'

type PartyType = 'Individual' | 'Company'

interface Purpose {
  code: string
  description: string
  /** Absent: any. */
  payer?: PartyType
  payee?: PartyType
}

/** Codes of one list, as a destination takes them. */
export interface PurposeList {
  listId: string
  /** True if a payment to this destination needs a purpose. */
  isRequired: boolean
  purposes: readonly Purpose[]
}

/** Destination of a payment, as far as its purpose depends on it. */
interface Destination {
  /** Country of the payee's bank. */
  country: string
  currency: string
  /** Absent: not known yet. */
  rail?: Rail | undefined
  payer?: PartyType | undefined
  payee?: PartyType | undefined
}

interface Rule {
  listIds: readonly string[]
  isRequired: boolean
  serves: (to: Destination) => boolean
}

/** The first rule that serves a destination decides (domain 5.7). */
const RULES: readonly Rule[] = [
  { listIds: ['ae'], isRequired: true, serves: ({ country }) => country === 'AE' },
  { listIds: ['ae'], isRequired: true, serves: ({ country, rail }) => country === 'BH' && rail !== 'Local' },
  { listIds: ['jo'], isRequired: true, serves: ({ country }) => country === 'JO' },
  { listIds: ['iso'], isRequired: true, serves: ({ country, currency }) => country === 'KW' && currency === 'KWD' },
  { listIds: ['cn'], isRequired: true, serves: ({ country, currency }) => country === 'CN' && currency === 'CNY' },
  { listIds: ['keywords', 'in'], isRequired: true, serves: ({ currency }) => currency === 'INR' },
  { listIds: ['keywords'], isRequired: true, serves: ({ currency }) => currency === 'MYR' },
  {
    listIds: ['iso'],
    isRequired: false,
    serves: ({ country, rail }) => rail === undefined || SCHEMES[rail].carriesPurpose(country),
  },
]

interface Line {
  code: string
  label: string
  payer: PartyType | ''
  payee: PartyType | ''
}

const read = (listId: string): Purpose[] => {
  const file = path.join(serverDirectory, 'data', 'purposes', `${listId}.csv`)
  const lines = parse<Line>(readFileSync(file, 'utf8'), { columns: true })
  return lines.map(({ code, label, payer, payee }) => ({
    code,
    description: label,
    ...(payer === '' ? {} : { payer }),
    ...(payee === '' ? {} : { payee }),
  }))
}

const LISTS: ReadonlyMap<string, readonly Purpose[]> = new Map(
  ['ae', 'cn', 'in', 'jo', 'keywords', 'iso'].map((listId) => [listId, read(listId)]),
)

/** The purposes that a destination takes; undefined where none applies. */
export function purposesFor(to: Destination): PurposeList | undefined {
  const rule = RULES.find(({ serves }) => serves(to))
  if (!rule) return undefined
  const { payer, payee } = to
  const key = `${RULES.indexOf(rule)} ${payer} ${payee}`
  const list = found.get(key) ?? listOf(rule, to)
  found.set(key, list)
  return list
}

/** Lists by rule and parties: each is put together once. */
const found = new Map<string, PurposeList>()

function listOf({ listIds, isRequired }: Rule, to: Destination): PurposeList {
  const fits = ({ payer, payee }: Purpose) =>
    (!payer || !to.payer || payer === to.payer) && (!payee || !to.payee || payee === to.payee)
  const purposes = listIds.flatMap((listId) => LISTS.get(listId)!).filter(fits)
  return { listId: listIds.join('+'), isRequired, purposes }
}

const fold = (code: string) => code.replaceAll('/', '').toUpperCase()

/** A code as the list spells it, read without regard to case and to the slashes around Chinese codes; undefined when it is not there. */
export const readPurpose = (list: PurposeList, code: string): string | undefined =>
  list.purposes.find((purpose) => fold(purpose.code) === fold(code))?.code
