import { own } from '../own.ts'

/** Countries as payments see them: ISO 3166-1 codes, who takes part in SEPA and the EEA, whose accounts have an IBAN. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** ISO 3166-1 alpha-2, and XK, which the standard leaves to users and banks use for Kosovo. */
const COUNTRIES = words(
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
    'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
    'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
    'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
    'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
    'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW',
)

/** The European Economic Area: the EU's 27, Iceland, Liechtenstein, Norway. */
const EEA = words('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK')

/** Currencies of EEA members. */
const EEA_CURRENCIES = words('EUR CZK DKK HUF ISK NOK PLN RON SEK')

/** The 41 countries of the SEPA schemes as of October 2025. */
const SEPA_COUNTRIES = new Set([...EEA, ...words('AD AL CH GB MC MD ME MK RS SM VA')])

/** Parts of SEPA countries with an ISO code of their own that are inside the schemes. */
const SEPA_TERRITORIES = words('AX BL GF GG GI GP IM JE MF MQ PM RE YT')

/** Countries whose banks issue IBANs under their own code (SWIFT IBAN registry). */
const IBAN_COUNTRIES = words(
  'AD AE AL AT AZ BA BE BG BH BI BR BY CH CR CY CZ DE DJ DK DO EE EG ES FI FK FO FR GB GE GI GL GR GT HN HR HU IE IL ' +
    'IQ IS IT JO KW KZ LB LC LI LT LU LV LY MC MD ME MK MN MR MT MU NI NL NO OM PK PL PS PT QA RO RS RU SA SC SD SE ' +
    'SI SK SM SO ST SV TL TN TR UA VA VG XK YE',
)

/** Countries whose banks use another country's IBANs: country → IBAN prefix. */
const IBAN_OF: Record<string, string> = {
  AX: 'FI',
  ...Object.fromEntries(['GG', 'JE', 'IM'].map((code) => [code, 'GB'])),
  ...Object.fromEntries(
    ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map((code) => [code, 'FR']),
  ),
  SJ: 'NO',
}

/** Returns true if the text is a country code in capitals. */
export const isCountry = (code: string): boolean => COUNTRIES.has(code)
/**
 * Returns true if banks of the country are reachable by SEPA: the 41 countries and their territories inside the
 * schemes.
 */
export const isSepa = (country: string): boolean => SEPA_COUNTRIES.has(country) || SEPA_TERRITORIES.has(country)
export const isEea = (country: string): boolean => EEA.has(country)
export const isEeaCurrency = (currency: string): boolean => EEA_CURRENCIES.has(currency)

/** The code that IBANs of the country's banks begin with; undefined where banks have no IBANs. */
export const ibanPrefixOf = (country: string): string | undefined =>
  own(IBAN_OF, country) ?? (IBAN_COUNTRIES.has(country) ? country : undefined)

/** Returns true if two codes name one banking country: equal, or a territory and the country whose IBANs it uses. */
export const sameBankingCountry = (a: string, b: string): boolean => (own(IBAN_OF, a) ?? a) === (own(IBAN_OF, b) ?? b)
