import type { FieldError } from '../../../kernel/values/refusals.ts'
import { compact, sameBankingCountry, ukAccountOf } from '../../../payments/validation/index.ts'
import { fieldErrorOf, refuseOb } from '../../http/index.ts'
import { addressErrors, addressText, BANK_ADDRESS, linesOf, sentLength } from './address.ts'
import { bankCountry, isBankReadable, isPerson } from './payee.ts'
import { type Agent, type Initiation, type Risk, schemeOf } from './terms.ts'
import { uncarried, unknownErrors } from './uncarried.ts'

/** Parties and banks of an order: what their payment carries, and what is rejected. */

/** Longest name of a party or a bank, in characters of its Latin spelling. */
const NAME = 140

const against = (pointer: string, detail: string): FieldError =>
  fieldErrorOf(`/Data/Initiation${pointer}`, refuseOb.ob_rule_failed({ detail }))

/** Returns the errors of parties, accounts and banks whose data the payment would lose. */
export function partiesErrors(initiation: Initiation, risk: Risk): FieldError[] {
  const { DebtorAccount, CreditorAccount, CreditorPostalAddress, Creditor } = initiation
  return [
    ...uncarried(DebtorAccount, '/DebtorAccount', ['Proxy']),
    ...uncarried(CreditorAccount, '/CreditorAccount', ['Proxy']),
    ...addressErrors(CreditorPostalAddress, '/CreditorPostalAddress'),
    ...addressErrors(Creditor?.PostalAddress, '/Creditor/PostalAddress'),
    ...creditorErrors(initiation, risk),
    ...agentErrors(initiation),
    ...countryErrors(initiation),
    ...ultimateErrors(initiation.UltimateDebtor, '/UltimateDebtor'),
    ...ultimateErrors(initiation.UltimateCreditor, '/UltimateCreditor'),
  ]
}

const fold = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** A payment has one name of the payee, that of its account. */
function creditorErrors({ Creditor, CreditorAccount }: Initiation, risk: Risk): FieldError[] {
  const found: FieldError[] = []
  if (Creditor?.Name !== undefined && fold(Creditor.Name) !== fold(CreditorAccount.Name))
    found.push(against('/Creditor/Name', 'a payment carries one name of the payee; send that of CreditorAccount'))
  if (Creditor?.LEI !== undefined && isPerson(risk))
    found.push(against('/Creditor/LEI', 'payments to a person carry no LEI; leave it out'))
  return found
}

function agentErrors(initiation: Initiation): FieldError[] {
  const { CreditorAgent: agent } = initiation
  if (!agent) return []
  const found = uncarried(agent, '/CreditorAgent', ['LEI'])
  if (isBankReadable(initiation)) found.push(...nationalCodeFaults(initiation, agent))
  if (sentLength(agent.Name) > NAME)
    found.push(against('/CreditorAgent/Name', `at most ${NAME} characters of a name are carried`))
  if ((addressText(agent.PostalAddress)?.length ?? 0) > BANK_ADDRESS)
    found.push(against('/CreditorAgent/PostalAddress', `at most ${BANK_ADDRESS} characters are carried`))
  return found
}

/** Returns the error of a national code beside an account that names its bank itself. */
function nationalCodeFaults(initiation: Initiation, { SchemeName, Identification }: Agent): FieldError[] {
  const own = sortCodeOf(initiation)
  if (!SchemeName?.includes('NCC.') || !Identification || own === 'BBAN') return []
  const at = '/CreditorAgent/Identification'
  if (own === undefined)
    return [against(at, 'the IBAN names the bank, and its national code is not carried; leave it out')]
  if (SchemeName.endsWith('NCC.GB') && compact(Identification) === own) return []
  return [against(at, 'it names another bank than that of CreditorAccount')]
}

/** Returns the sort code in the payee's account; undefined if it has none; "BBAN" if the agent names the bank. */
function sortCodeOf({ CreditorAccount: { SchemeName, Identification } }: Initiation): string | undefined {
  const scheme = schemeOf(SchemeName)
  const bare = compact(Identification)
  if (scheme === 'SortCodeAccountNumber') return bare.slice(0, 6)
  if (scheme !== 'IBAN') return 'BBAN'
  return bare.startsWith('GB') ? ukAccountOf(bare)?.sortCode : undefined
}

function countryErrors(initiation: Initiation): FieldError[] {
  const { DestinationCountryCode: named } = initiation
  const country = isBankReadable(initiation) ? bankCountry(initiation) : undefined
  if (named === undefined || country === undefined || sameBankingCountry(named, country)) return []
  return [against('/DestinationCountryCode', `the payee’s account is held in ${country}`)]
}

function ultimateErrors(party: Initiation['UltimateDebtor'], pointer: string): FieldError[] {
  if (!party) return []
  const { PostalAddress: address, Name: name } = party
  const nameless = (['LEI', 'PostalAddress'] as const)
    .filter((member) => name === undefined && party[member] !== undefined)
    .map((member) => against(`${pointer}/${member}`, 'send the party’s Name too'))
  const known = ['Name', 'Identification', 'LEI', 'SchemeName', 'PostalAddress']
  return [
    ...unknownErrors(party, pointer, known),
    ...uncarried(party, pointer, ['Identification', 'SchemeName']),
    ...nameless,
    ...(sentLength(name) > NAME
      ? [against(`${pointer}/Name`, `at most ${NAME} characters of a name are carried`)]
      : []),
    ...(address && nameless.length === 0 ? wholeErrors(address, `${pointer}/PostalAddress`) : []),
  ]
}

/** The address of an ultimate party has a town, a country and a line; a payment carries no other. */
function wholeErrors(address: NonNullable<Initiation['CreditorPostalAddress']>, pointer: string): FieldError[] {
  const missing = (['TownName', 'Country'] as const)
    .filter((member) => address[member] === undefined)
    .map((member) => against(`${pointer}/${member}`, 'send it with the rest of the address, or no address'))
  const lineless =
    linesOf(address).length === 0 ? [against(pointer, 'send the street, a post box or an AddressLine')] : []
  return [...missing, ...lineless, ...addressErrors(address, pointer)]
}
