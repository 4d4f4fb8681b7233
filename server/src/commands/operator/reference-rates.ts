import type { Command } from 'commander'
import {
  currencyFault,
  isOld,
  listReferenceRates,
  pairOfRate,
  type ReferenceRate,
  setReferenceRate,
} from '../../fx/reference-rates/index.ts'
import { inRolledBackSavepoint } from '../../kernel/db/db.ts'
import { type Day, dayOf } from '../../kernel/values/days.ts'
import { reviewerOf, type Run, shownReviewer } from './run.ts'

interface SetOptions {
  currency: string
  rate: string
  day: string
  source: string
  by: string
  preview?: boolean
  unusual?: boolean
}

/** What amounts are counted at, against limits, in currencies that the market does not quote. */
export function referenceRateCommands(operator: Command, run: Run): void {
  operator
    .command('set-reference-rate')
    .description(
      'set what amounts in a currency without a market rate are counted at, against limits and approval bands; never a price',
    )
    .requiredOption('--currency <code>', 'for example KWD')
    .requiredOption(
      '--rate <rate>',
      'of its USD pair as the market quotes it: units of the currency per USD; of EUR, GBP, AUD and NZD dollars per unit',
    )
    .requiredOption('--day <day>', 'the day that the source says it of, not after today')
    .requiredOption('--source <text>', 'who says so: the central bank, a publication')
    .requiredOption('--by <who>', 'who sets it: a name, a mail address or the id of an API client')
    .option('--unusual', 'a rate more than twice the last one, or less than half, is meant')
    .option('--preview', 'check it and show what it would do; change nothing')
    .addHelpText(
      'after',
      '\nA rate that was set stays on record; the last one of the latest day rules. One older than 30 days still counts; the server' +
        '\nsays so in its log once a day, and the list shows it.\n\nExample:\n  npm run operator -- set-reference-rate --currency KWD --rate 0.3071 --day 2026-11-20 --source "Central Bank of Kuwait" --by "A. Khan"',
    )
    .action(({ preview = false, unusual = false, by, ...given }: SetOptions) =>
      run(async (tx, act) => {
        const store = () => setReferenceRate(tx, { ...given, setBy: reviewerOf(by) }, act, unusual)
        const set = await (preview ? inRolledBackSavepoint(tx, store) : store())
        const { before, rules } = set
        return {
          preview,
          ...shown(set.rate, dayOf(act.now)),
          before: before ? `${before.rate} of ${before.day}` : 'none',
          effect: rules
            ? 'counted by the server within a second'
            : `none yet: the rate of ${before!.day} is newer and rules on`,
        }
      }),
    )

  operator
    .command('list-reference-rates')
    .description('the rates that were set, by currency; the one that rules comes first')
    .option('--currency <code>', 'of this one alone')
    .addHelpText('after', '\nExample:\n  npm run operator -- list-reference-rates --currency KWD')
    .action(({ currency }: { currency?: string }) =>
      run(async (tx, act) => {
        const fault = currency === undefined ? undefined : currencyFault(currency)
        if (fault) throw new Error(fault)
        const rates = await listReferenceRates(tx, currency)
        return rates.map((rate, i) => ({
          ...shown(rate, dayOf(act.now)),
          setAt: rate.setAt.toISOString(),
          rules: rates[i - 1]?.currency !== rate.currency,
        }))
      }),
    )
}

const shown = ({ currency, rate, day, source, setBy }: ReferenceRate, today: Day) => ({
  currency,
  pair: pairOfRate(currency).symbol,
  rate,
  day,
  isOld: isOld(day, today),
  source,
  setBy: shownReviewer(setBy),
})
