import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { codeOf, type Kind, type Members, named, openInitiation, pathsOf } from '../../../test/support/initiation.ts'
import { openOpenBanking, VERSIONS } from '../../../test/support/open-banking.ts'
import { openBankingRoutes } from '../../composition/open-banking-routes.ts'

const db = await testDatabase()
const bank = await openOpenBanking(db)
openBankingRoutes(bank.app, bank.deps)
const { ask } = openInitiation(bank)

const AT = 'Data.Initiation'
const UNKNOWN: [string, string, Kind, Members, string][] = [
  ...['constructor', 'UK.OBIE.toString', '__proto__'].map((LocalInstrument): (typeof UNKNOWN)[number] => [
    `an instrument with the name of an inherited member, ${LocalInstrument}`,
    'U026',
    'domestic',
    { LocalInstrument },
    `${AT}.LocalInstrument`,
  ]),
  [
    'an address in a country that does not exist',
    'U002',
    'domestic',
    { CreditorPostalAddress: { TownName: 'Leeds', Country: 'ZZ' } },
    `${AT}.CreditorPostalAddress.Country`,
  ],
  [
    'a destination that does not exist',
    'U002',
    'international',
    { DestinationCountryCode: 'ZZ' },
    `${AT}.DestinationCountryCode`,
  ],
]

test.each(VERSIONS.flatMap((version) => UNKNOWN.map((row) => [version, ...row] as const)))(
  'v%s: %s is %s before the user sees it',
  async (version, _, code, kind, change, path) => {
    const answer = await ask(version, kind, change)
    expect([answer.status, codeOf(answer), pathsOf(answer)[0]]).toEqual([400, named(version, code as never), path])
  },
)
