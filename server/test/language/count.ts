/**
 * `npm run language`: prints the rates and the findings by rule, and fails when a text breaks a rule or a rate exceeds its limit.
 * `-- --list [text]` adds each finding whose area, place or rule contains the text.
 */
import { readToolOptions } from '../support/tool-options.ts'
import { ratesOf, perThousand, type Rates } from './measure.ts'
import { proseAreas } from './sources.ts'
import { currentCounts, currentFindings } from './current.ts'

const HELP = `npm run language -- [--list [text]]

Prints the rates of passives and noun clauses and the findings by rule. Ends with 1 if a text breaks a rule or a rate exceeds its limit.

  --list [text]  adds each finding whose area, place or rule contains the text
  --help         this text`

const { values, positionals } = readToolOptions(HELP, {
  options: { list: { type: 'boolean' } },
  allowPositionals: true,
})

const areas = Object.entries(proseAreas()).map(([area, texts]) => ({ area, ...ratesOf(texts) }))
const total: Rates = {
  words: areas.reduce((sum, { words }) => sum + words, 0),
  nounClauses: areas.flatMap(({ nounClauses }) => nounClauses),
  passives: areas.flatMap(({ passives }) => passives),
}

console.log('area        words   noun clauses  per 1,000   passives  per 1,000')
for (const { area, words, nounClauses, passives } of [...areas, { area: 'all', ...total }]) {
  const columns = [nounClauses, passives].map(
    ({ length }) => `${`${length}`.padStart(9)}  ${perThousand(length, words).toFixed(2).padStart(9)}`,
  )
  console.log(`${area.padEnd(10)} ${`${words}`.padStart(6)}  ${columns.join('  ')}`)
}

const counts = currentCounts()
console.log('\nfindings by area and rule')
for (const [key, count] of Object.entries(counts)) console.log(`${`${count}`.padStart(6)}  ${key}`)

if (values.list) {
  const rates = areas.flatMap(({ area, nounClauses, passives }) => [
    ...nounClauses.map((occurrence) => ({ area, rule: 'nounClauses', ...occurrence })),
    ...passives.map((occurrence) => ({ area, rule: 'passives', ...occurrence })),
  ])
  for (const { area, rule, place, found, sentence } of [...rates, ...currentFindings()])
    if (positionals.every((text) => `${area} ${place} ${rule}`.includes(text)))
      console.log(`${area} ${place}: ${rule}: ${found}\n    ${sentence}`)
}

if (Object.keys(counts).length > 0) {
  console.error('Correct the texts; `npm run language -- --list` shows each finding.')
  process.exitCode = 1
}
