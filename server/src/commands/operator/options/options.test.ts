import { expect, test } from 'vitest'
import { operatorCommand } from '../../operator.ts'

/** Runs a command whose options are wrong: it ends before it opens the database. */
async function errorsOf(...words: string[]): Promise<string[]> {
  const opened = () => Promise.reject(new Error('the database was opened'))
  const command = operatorCommand(opened, () => {})
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => {} })
  try {
    await command.parseAsync(words, { from: 'user' })
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}
const words = (text: string) => text.split(' ')

test('a command reports all missing and invalid options together, with the valid values', async () => {
  expect(
    await errorsOf(
      ...words('create-facility --entity x --limit 1e6 --minimum-call -5 --grace-hours two --due-days 31'),
      ...words('--basis Half --review-date 2027-02-30 --threshold-percent 101 --currency EUR --waived-limit 1.001'),
    ),
  ).toEqual([
    '--entity: "x" is not the id of an entity: those look like ent_01K9... (30 characters).',
    '--limit: "1e6" is not an amount: use at most 15 digits and an optional decimal part, for example 1250.00.',
    '--basis: "Half" is not valid. Use Notional, MarginWaiver.',
    '--threshold-percent: "101" is not a percentage like 2.5: use a number from 0 to 100 with at most 4 decimals.',
    '--minimum-call: "-5" is not an amount: use at most 15 digits and an optional decimal part, for example 1250.00.',
    '--grace-hours: "two" is not a number of hours: use a whole number from 0 to 720.',
    '--due-days: "31" is not a number of business days: use a whole number from 0 to 30.',
    '--waived-limit: "1.001" is not valid. EUR has 2 decimals; the amount has more, and amounts are never rounded.',
    '--review-date: "2027-02-30" is not a day like 2027-06-30.',
  ])
  expect(await errorsOf('create-entity', '--kind', 'XX', '--name', 'A')).toEqual([
    '--kind: "XX" is not valid. Use RM, ABS.',
    '--country: missing. Use --country <code>.',
    '--base-currency: missing. Use --base-currency <code>.',
    '--time-zone: missing. Use --time-zone <zone>.',
  ])
})

test('the address of an entity is accepted only if bank messages can carry it whole', async () => {
  const given = ['--line1', 'x'.repeat(71), '--city', 'ß'.repeat(18), '--post-code', '北京']
  const needed = words('--kind ABS --name A --country DE --base-currency EUR --time-zone Europe/Berlin')
  expect(await errorsOf('create-entity', ...needed, ...given)).toEqual([
    expect.stringMatching(/^--line1: .* messages to banks carry 70 characters of it in Latin letters\.$/),
    expect.stringMatching(/^--city: .* messages to banks carry 35 characters of it in Latin letters\.$/),
    expect.stringMatching(/^--post-code: "北京" is not valid\. /),
  ])
})

test.each([
  ['receive-funds --currency EUR --amount 0 --bank-reference 1', '--amount: "0" is not valid.'],
  ['receive-funds --currency XXQ --amount 1 --bank-reference 1', '--currency: "XXQ" is not a currency'],
  ['report-payment --uetr 1 --status Failed --reference a', '--uetr: "1" is not a UUID'],
  ['set-pricing --entity ent_00000000000000000000000000 --markup-bps 1 --pair EURUSD', '--pair: "EURUSD" is not'],
  ['set-pricing --entity ent_00000000000000000000000000 --markup-bps 1 --from-amount x', '--from-amount: "x" is not'],
  ['set-approval-policy --entity ent_00000000000000000000000000 --from ten', '--from: "ten" is not an amount'],
  ['load-screening-list --list ofac --file /dev/null', '--list: "ofac" is not a list name'],
  ['load-screening-list --list UK --file /nowhere.csv', '--file: "/nowhere.csv" does not exist'],
  ['import-holidays --file / --from 2028-01-01 --to soon', '--file: "/" is a directory'],
  ['create-client --entity x --name a --jwks /nowhere', '--entity: "x" is not the id of an entity'],
  ['rotate-secret --client cli_00000000000000000000000000 --overlap-hours -1', '--overlap-hours: "-1" is not a number'],
  ['suspend-third-party --software a_b --by 1 --reason x', '--software: "a_b" is not a directory id'],
])('%s', async (line, message) => {
  expect((await errorsOf(...words(line)))[0]).toContain(message)
})
