import type { OwnBanks } from '../../../accounts/index.ts'
import {
  type BankDetails,
  checkBankDetails,
  endToEndIdError,
  isEea,
  type ModulusTable,
  referenceErrors,
  textError,
} from '../../../payments/validation/index.ts'
import {
  bearersFor,
  type ChargeBearer,
  feeMinor,
  mostMinor,
  pickRail,
  RAILS,
  type Rail,
  SCHEMES,
  type Speed,
} from '../../../payments/schemes/index.ts'
import { stepsOf } from '../../../kernel/http/pointers.ts'
import { unstorableTexts } from '../../../kernel/http/storable-text.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { formatAmount, parseAmount } from '../../../kernel/values/money.ts'
import { type FieldError, Refusal } from '../../../kernel/values/refusals.ts'
import {
  checkAll,
  fieldErrorOf,
  MOST_OB_ERRORS,
  parseDate,
  refuseErrors,
  refuseOb,
  statedError,
} from '../../http/index.ts'
import { bankCountry, partyErrors, payeeOf } from './payee.ts'
import { purposeOf } from './purpose.ts'
import {
  creditorReference,
  creditorReferencePlace,
  type Initiation,
  type RateInformation,
  type Risk,
  schemeOf,
  transferCurrency,
  unstructured,
} from './terms.ts'
import type { PaymentKind } from './words.ts'

const AT = '/Data/Initiation'

/** An order that can be paid, with how it would travel. */
export interface CheckedOrder {
  /** Minor units of InstructedAmount's currency. */
  amountMinor: bigint
  rail: Rail
  speed: Speed
  bearer: ChargeBearer
  /** Shown to the payee. */
  reference: string
  purposeCode: string | undefined
}

/** Tables of the numbers that exist, and of those that are ours. */
interface OrderDeps {
  payments: { modulusTable: ModulusTable }
  ownBanks: OwnBanks
}

/** Currencies of domestic payments: those whose own schemes we reach. */
const DOMESTIC = ['GBP', 'EUR']

/** Schemes that a LocalInstrument stands for, with the speed that leads there. */
const INSTRUMENTS: ReadonlyMap<string, { rails: Rail[]; speed: Speed }> = new Map(
  RAILS.flatMap((rail) => {
    const { openBanking } = SCHEMES[rail]
    return openBanking ? [[openBanking.localInstrument, { rails: [rail], speed: openBanking.speed }]] : []
  }),
)

const BEARERS: Record<NonNullable<Initiation['ChargeBearer']>, ChargeBearer> = {
  BorneByDebtor: 'OUR',
  Shared: 'SHA',
  FollowingServiceLevel: 'SHA',
  BorneByCreditor: 'BEN',
}

/** An error of a value that can be read and breaks a rule. */
const against = (pointer: string, detail: string): FieldError =>
  fieldErrorOf(pointer, refuseOb.ob_rule_failed({ detail }))

/**
 * Checks everything about an order that does not depend on its payer: currency, amount, parties, rail, charges, texts
 * and rate rules. Reports all errors at once.
 *
 * @throws the code of the first error (U001, U002, U004, U005, U014, U021 to U023, U026, U027)
 */
export function checkOrder(
  kind: PaymentKind,
  { initiation, risk }: { initiation: Initiation; risk: Risk },
  { payments: { modulusTable }, ownBanks }: OrderDeps,
): CheckedOrder {
  const errors = [...currencyErrors(kind, initiation), ...partyErrors(initiation, ownBanks), ...rateErrors(initiation)]
  const amountMinor = amountOf(initiation, errors)
  errors.push(...textErrors(initiation), ...endToEndIdErrors(initiation))
  if (schemeOf(initiation.CreditorAccount.SchemeName) === 'BBAN' && bankCountry(initiation) === undefined)
    errors.push(fieldErrorOf(`${AT}/CreditorAgent`, refuseOb.ob_agent_missing()))
  if (errors.length > 0 || amountMinor === undefined) throw refuseErrors(errors)
  const { rail, speed, bankCountry: country } = travelOf(initiation, risk, amountMinor, modulusTable)
  const [bearer, , purposeCode, reference] = checkAll(
    () => bearerOf(initiation, rail, country),
    () => checkEndToEndId(initiation, rail),
    () => purposeOf(initiation, risk, rail),
    () => referenceOf(initiation, rail),
  )
  return { amountMinor, rail, speed, bearer, reference, purposeCode }
}

function currencyErrors(kind: PaymentKind, { InstructedAmount }: Initiation): FieldError[] {
  const { Currency: currency } = InstructedAmount
  if (kind === 'internationalPayment' || DOMESTIC.includes(currency)) return []
  const detail = `domestic payments are in ${DOMESTIC.join(' or ')}; ask for an international payment`
  return [fieldErrorOf(`${AT}/InstructedAmount/Currency`, refuseOb.ob_currency_unsupported({ currency, detail }))]
}

/** Returns minor units; extra zero decimals are accepted: "10.50000" is 10.50. */
function amountOf({ InstructedAmount: { Amount, Currency } }: Initiation, errors: FieldError[]): bigint | undefined {
  try {
    return parseAmount(Amount.includes('.') ? Amount.replace(/\.?0+$/, '') : Amount.replace(/^0+(?=\d)/, ''), Currency)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    errors.push(statedError(`${AT}/InstructedAmount/Amount`, 'ob_field_invalid', error.message))
    return undefined
  }
}

/** Returns rate errors: agreed rates must state the agreement, others must not. */
function rateErrors(initiation: Initiation): FieldError[] {
  const { ExchangeRateInformation: rate, InstructedAmount } = initiation
  if (!rate) return []
  const at = `${AT}/ExchangeRateInformation`
  const unit = transferCurrency(initiation) === InstructedAmount.Currency || unitFits(rate, initiation)
  const found = unit ? [] : [against(`${at}/UnitCurrency`, 'it must be one of the two currencies that are exchanged')]
  return [...found, ...(rate.RateType === 'Agreed' ? agreedErrors(rate, initiation, at) : offeredErrors(rate, at))]
}

const unitFits = ({ UnitCurrency }: RateInformation, initiation: Initiation): boolean =>
  [transferCurrency(initiation), initiation.InstructedAmount.Currency].includes(UnitCurrency)

function agreedErrors(rate: RateInformation, initiation: Initiation, at: string): FieldError[] {
  const missing = [
    ...(['ExchangeRate', 'ContractIdentification'] as const)
      .filter((name) => rate[name] === undefined)
      .map((name) =>
        fieldErrorOf(`${at}/${name}`, refuseOb.ob_field_expected({ detail: 'an agreed rate names both' })),
      ),
    ...contractErrors(rate, at),
  ]
  if (transferCurrency(initiation) === initiation.InstructedAmount.Currency) return missing
  const detail = 'a contract pays out in its own currency: send InstructedAmount in CurrencyOfTransfer'
  return [...missing, against(`${AT}/InstructedAmount/Currency`, detail)]
}

/** The payer's trade is looked up when the payer is known; until then its id must have the right form. */
function contractErrors({ ContractIdentification: contract }: RateInformation, at: string): FieldError[] {
  if (contract === undefined || parseId('trd', contract) !== undefined) return []
  return [against(`${at}/ContractIdentification`, 'send the tradeId of a trade of the payer')]
}

const offeredErrors = (rate: RateInformation, at: string): FieldError[] =>
  (['ExchangeRate', 'ContractIdentification'] as const)
    .filter((name) => rate[name] !== undefined)
    .map((name) =>
      fieldErrorOf(`${at}/${name}`, refuseOb.ob_field_unexpected({ detail: 'only an agreed rate has it' })),
    )

/** Checks that every text for a bank has a permitted spelling; internal texts are not checked. */
function textErrors(initiation: Initiation): FieldError[] {
  const sent = initiation as Initiation & Unsent
  const { RemittanceInformation: _told, SupplementaryData: _kept, EndToEndIdentification: _id, ...rest } = sent
  const free = unstructured(initiation)
  const remittance: [string, string | undefined][] = [
    ['/RemittanceInformation/Unstructured', free],
    [creditorReferencePlace(initiation), creditorReference(initiation)],
  ]
  const found = [...unspellable(rest, ''), ...remittance.flatMap(([pointer, text]) => unspellable(text, pointer))]
  if ((free?.length ?? 0) <= 140) return found
  return [...found, against(`${AT}/RemittanceInformation/Unstructured`, 'the rails carry 140 characters in all')]
}

/** Checks the end-to-end id, which is passed on unchanged. @param rail absent: any rail */
function endToEndIdErrors({ EndToEndIdentification: id }: Initiation, rail?: Rail): FieldError[] {
  const found = endToEndIdError(id, rail, '')
  return found ? [statedError(`${AT}/EndToEndIdentification`, 'ob_rule_failed', found.message)] : []
}

function checkEndToEndId(initiation: Initiation, rail: Rail): void {
  const uncarried = endToEndIdErrors(initiation, rail)
  if (uncarried.length > 0) throw refuseErrors(uncarried)
}

interface Unsent {
  SupplementaryData?: unknown
}

/** Returns the errors of texts without a permitted spelling, at most as many as a response contains. */
const unspellable = (value: unknown, pointer: string): FieldError[] =>
  unstorableTexts(value, SPELLING).map((at) =>
    statedError(`${AT}${pointer}${at}`, 'ob_field_invalid', spellingOf(value, at)),
  )

const SPELLING = {
  isFit: (text: string) => textError(text, '') === undefined,
  isFitName: () => true,
  most: MOST_OB_ERRORS,
}

/** Returns the message of the text at a pointer; of a text further down if its own pointer would be too long. */
function spellingOf(value: unknown, pointer: string): string {
  const text = stepsOf(pointer).reduce<unknown>((held, step) => (held as Record<string, unknown>)[step], value)
  return typeof text === 'string'
    ? textError(text, pointer)!.message
    : 'It contains a text that banks do not accept. Leave it out.'
}

/** Finds the rail by the payee's bank, the amount and the requested instrument. */
function travelOf(
  initiation: Initiation,
  risk: Risk,
  amountMinor: bigint,
  modulusTable: ModulusTable,
): Pick<CheckedOrder, 'rail' | 'speed'> & { bankCountry: string } {
  const currency = transferCurrency(initiation)
  const payee = payeeOf(initiation, risk)
  const [rails, instrument] = checkAll(
    () => railsTo({ ...payee, type: payee.type! }, modulusTable),
    () => instrumentOf(initiation),
  )
  const priority = initiation.InstructionPriority === 'Urgent' ? 'Urgent' : 'Normal'
  const speed = instrument && instrument.speed !== 'Normal' ? instrument.speed : priority // others are faster than both
  const sameMoney = currency === initiation.InstructedAmount.Currency
  const carried = sameMoney ? amountMinor : 1n // of an exchange only the payment itself knows how much it is
  const usable = instrument ? rails.filter((rail) => instrument.rails.includes(rail)) : rails
  const rail = pickRail(usable, { currency, amountMinor: carried, speed })
  if (!rail) throw notCarried(initiation, rails, usable, speed)
  return { rail, speed, bankCountry: payee.bankCountryCode }
}

/** Returns the rails that reach the payee's account, the preferred first. @throws ob_field_invalid for its details */
function railsTo(details: BankDetails, modulusTable: ModulusTable): readonly Rail[] {
  const { errors, rails } = checkBankDetails(details, modulusTable)
  if (errors.length > 0)
    throw refuseErrors(errors.map(({ pointer, message }) => statedError(placeOf(pointer), 'ob_field_invalid', message)))
  return rails
}

/** Members of the payee's address, which a few destinations require. */
const IN_ADDRESS: Readonly<Record<string, string>> = {
  '/address/region': 'CountrySubDivision',
  '/address/postCode': 'PostCode',
}

/** Maps an error of the payee's details to its place in the body. */
function placeOf(pointer: string): string {
  const inAddress = IN_ADDRESS[pointer]
  if (inAddress !== undefined) return `${AT}/Creditor/PostalAddress/${inAddress}`
  return /bic|routing|bank/i.test(pointer)
    ? `${AT}/CreditorAgent/Identification`
    : `${AT}/CreditorAccount/Identification`
}

/** @throws ob_local_instrument_unsupported (U026) */
function instrumentOf({ LocalInstrument }: Initiation) {
  if (LocalInstrument === undefined) return undefined
  const found = INSTRUMENTS.get(schemeOf(LocalInstrument))
  if (!found) throw unsupported(LocalInstrument, [...INSTRUMENTS.keys()])
  return found
}

function unsupported(value: string, names: readonly string[]): Refusal {
  const params = { value, supported: names.map((name) => `UK.OBIE.${name}`) }
  return refuseOb.ob_local_instrument_unsupported(params, {
    errors: [fieldErrorOf(`${AT}/LocalInstrument`, refuseOb.ob_local_instrument_unsupported(params))],
  })
}

/** Rejects an instrument that does not reach the payee's bank; otherwise the amount, which exceeds each usable scheme. */
function notCarried(initiation: Initiation, rails: readonly Rail[], usable: readonly Rail[], speed: Speed): Refusal {
  const { LocalInstrument } = initiation
  if (usable.length > 0 || LocalInstrument === undefined)
    return refuseErrors([against(...tooLarge(transferCurrency(initiation), usable, speed))])
  const reached = [...INSTRUMENTS].filter(([, { rails: of }]) => of.some((rail) => rails.includes(rail)))
  return unsupported(
    LocalInstrument,
    reached.map(([name]) => name),
  )
}

/** Returns the place and the words of an amount that no scheme carries at the speed, with the largest one that passes. */
function tooLarge(currency: string, usable: readonly Rail[], speed: Speed): [string, string] {
  const most = mostMinor(usable, currency, speed)
  if (most === undefined || most === 0n)
    return [`${AT}/InstructionPriority`, 'no scheme reaches the payee’s bank at this priority']
  const amount = `${formatAmount(most, currency)} ${currency}`
  return [`${AT}/InstructedAmount/Amount`, `at this priority at most ${amount} can be sent to the payee’s bank`]
}

/** @throws ob_rule_failed for charges that the way there does not offer */
function bearerOf(
  { ChargeBearer: sent, CurrencyOfTransfer, InstructedAmount }: Initiation,
  rail: Rail,
  country: string,
) {
  const currency = CurrencyOfTransfer ?? InstructedAmount.Currency
  const available = bearersFor(rail, { currency, bankCountry: country, payerInEea: isEea(country) }).filter(
    (each) => feeMinor(rail, each, currency) !== undefined,
  )
  const bearer = sent ? BEARERS[sent] : available.includes('SHA') ? 'SHA' : available[0]!
  if (available.includes(bearer)) return checkedFee(bearer, rail, currency, InstructedAmount.Currency)
  const names = Object.entries(BEARERS)
    .filter(([, own]) => available.includes(own))
    .map(([name]) => name)
  throw refuseErrors([against(`${AT}/ChargeBearer`, `on the way to this bank use ${names.join(' or ')}`)])
}

/** A fee on top is bought with the amount, which must then be that of the transfer. @throws ob_rule_failed */
function checkedFee(bearer: ChargeBearer, rail: Rail, currency: string, instructed: string): ChargeBearer {
  if (currency === instructed || (feeMinor(rail, bearer, currency) ?? 0n) === 0n) return bearer
  const detail = 'the fee comes on top: send InstructedAmount in CurrencyOfTransfer, or use Shared'
  throw refuseErrors([against(`${AT}/ChargeBearer`, detail)])
}

/**
 * Returns the reference for the payee: the given one, otherwise the free text, otherwise the third party's id,
 * whichever the rail carries.
 */
function referenceOf(initiation: Initiation, rail: Rail): string {
  const wanted = creditorReference(initiation)
  if (wanted !== undefined) {
    const [first] = referenceErrors(wanted, rail)
    if (first)
      throw refuseErrors([statedError(`${AT}${creditorReferencePlace(initiation)}`, 'ob_rule_failed', first.message)])
    return wanted
  }
  const fits = (text: string | undefined) =>
    text !== undefined && text.length <= 35 && referenceErrors(text, rail).length === 0
  return [unstructured(initiation), initiation.EndToEndIdentification].find(fits) ?? 'Payment'
}

/** Returns the time to complete the authorisation by. @throws ob_field_invalid_date (U003) for one that has passed */
export function checkCompletion(
  authorisation: { CompletionDateTime?: string } | undefined,
  now: Date,
): Date | undefined {
  const by = authorisation?.CompletionDateTime
  if (by === undefined) return undefined
  const at = parseDate(by, 'read')!.at
  if (at > now) return at
  throw refuseErrors([
    statedError(
      '/Data/Authorisation/CompletionDateTime',
      'ob_field_invalid_date',
      'The date must lie in the future. Use a later one.',
    ),
  ])
}

export const wordOfBearer = (bearer: ChargeBearer): string =>
  ({ OUR: 'BorneByDebtor', SHA: 'Shared', BEN: 'BorneByCreditor' })[bearer]
