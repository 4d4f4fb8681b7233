import type { FieldError } from '../../../kernel/values/refusals.ts'
import { compact, sameBankingCountry, ukAccountOf } from '../../../payments/validation/index.ts'
import { fault, refuseOb } from '../../http/index.ts'
import { addressFaults, addressText, BANK_ADDRESS, linesOf, sentLength } from './address.ts'
import { bankCountry, isPerson } from './payee.ts'
import { type Initiation, type Risk, schemeOf } from './terms.ts'
import { uncarried, unknownFaults } from './uncarried.ts'

/** Parties and banks of an order: what their payment carries, and what is rejected. */

/** Longest name of a party or a bank, in characters of its Latin spelling. */
const NAME = 140

const against = (pointer: string, detail: string): FieldError =>
  fault(`/Data/Initiation${pointer}`, refuseOb.ob_rule_failed({ detail }))

/** Returns the errors of parties, accounts and banks whose data the payment would lose. */
export function partiesFaults(initiation: Initiation, risk: Risk): FieldError[] {
  const { DebtorAccount, CreditorAccount, CreditorPostalAddress, Creditor } = initiation
  return [
    ...uncarried(DebtorAccount, '/DebtorAccount', ['Proxy']),
    ...uncarried(CreditorAccount, '/CreditorAccount', ['Proxy']),
    ...addressFaults(CreditorPostalAddress, '/CreditorPostalAddress'),
    ...addressFaults(Creditor?.PostalAddress, '/Creditor/PostalAddress'),
    ...creditorFaults(initiation, risk),
    ...agentFaults(initiation),
    ...countryFaults(initiation),
    ...ultimateFaults(initiation.UltimateDebtor, '/UltimateDebtor'),
    ...ultimateFaults(initiation.UltimateCreditor, '/UltimateCreditor'),
  ]
}

const fold = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** A payment has one name of the payee, that of its account. */
function creditorFaults({ Creditor, CreditorAccount }: Initiation, risk: Risk): FieldError[] {
  const found: FieldError[] = []
  if (Creditor?.Name !== undefined && fold(Creditor.Name) !== fold(CreditorAccount.Name))
    found.push(against('/Creditor/Name', 'a payment carries one name of the payee; send that of CreditorAccount'))
  if (Creditor?.LEI !== undefined && isPerson(risk))
    found.push(against('/Creditor/LEI', 'payments to a person carry no LEI; leave it out'))
  return found
}

function agentFaults(initiation: Initiation): FieldError[] {
  const { CreditorAgent: agent } = initiation
  if (!agent) return []
  const found = uncarried(agent, '/CreditorAgent', ['LEI'])
  const own = sortCodeOf(initiation)
  const isNational = agent.SchemeName?.includes('NCC.') && agent.Identification && own !== 'BBAN'
  if (isNational && own === undefined)
    found.push(
      against(
        '/CreditorAgent/Identification',
        'the IBAN names the bank, and its national code is not carried; leave it out',
      ),
    )
  else if (isNational && (!agent.SchemeName?.endsWith('NCC.GB') || compact(agent.Identification!) !== own))
    found.push(against('/CreditorAgent/Identification', 'it names another bank than that of CreditorAccount'))
  if (sentLength(agent.Name) > NAME)
    found.push(against('/CreditorAgent/Name', `at most ${NAME} characters of a name are carried`))
  if ((addressText(agent.PostalAddress)?.length ?? 0) > BANK_ADDRESS)
    found.push(against('/CreditorAgent/PostalAddress', `at most ${BANK_ADDRESS} characters are carried`))
  return found
}

/** Returns the sort code in the payee's account; undefined if it has none; "BBAN" if the agent names the bank. */
function sortCodeOf({ CreditorAccount: { SchemeName, Identification } }: Initiation): string | undefined {
  const scheme = schemeOf(SchemeName)
  const bare = compact(Identification)
  if (scheme === 'SortCodeAccountNumber') return bare.slice(0, 6)
  if (scheme !== 'IBAN') return 'BBAN'
  return bare.startsWith('GB') ? ukAccountOf(bare)?.sortCode : undefined
}

function countryFaults(initiation: Initiation): FieldError[] {
  const { DestinationCountryCode: named } = initiation
  const country = bankCountry(initiation)
  if (named === undefined || country === undefined || sameBankingCountry(named, country)) return []
  return [against('/DestinationCountryCode', `the payee’s account is held in ${country}`)]
}

function ultimateFaults(party: Initiation['UltimateDebtor'], pointer: string): FieldError[] {
  if (!party) return []
  const { PostalAddress: address, Name: name } = party
  const nameless = (['LEI', 'PostalAddress'] as const)
    .filter((member) => name === undefined && party[member] !== undefined)
    .map((member) => against(`${pointer}/${member}`, 'send the party’s Name too'))
  const known = ['Name', 'Identification', 'LEI', 'SchemeName', 'PostalAddress']
  return [
    ...unknownFaults(party, pointer, known),
    ...uncarried(party, pointer, ['Identification', 'SchemeName']),
    ...nameless,
    ...(sentLength(name) > NAME
      ? [against(`${pointer}/Name`, `at most ${NAME} characters of a name are carried`)]
      : []),
    ...(address && nameless.length === 0 ? wholeFaults(address, `${pointer}/PostalAddress`) : []),
  ]
}

/** The address of an ultimate party has a town, a country and a line; a payment carries no other. */
function wholeFaults(address: NonNullable<Initiation['CreditorPostalAddress']>, pointer: string): FieldError[] {
  const missing = (['TownName', 'Country'] as const)
    .filter((member) => address[member] === undefined)
    .map((member) => against(`${pointer}/${member}`, 'send it with the rest of the address, or no address'))
  const lineless =
    linesOf(address).length === 0 ? [against(pointer, 'send the street, a post box or an AddressLine')] : []
  return [...missing, ...lineless, ...addressFaults(address, pointer)]
}
