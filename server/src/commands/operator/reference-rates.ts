import type { Command } from 'commander'
import {
  currencyError,
  isOld,
  listReferenceRates,
  pairOfRate,
  type ReferenceRate,
  setReferenceRate,
} from '../../fx/reference-rates/index.ts'
import { inRolledBackSavepoint } from '../../kernel/db/db.ts'
import { type Day, dayOf } from '../../kernel/values/days.ts'
import { reviewerOf, type Run, shownReviewer } from './run.ts'
import { UsageError } from './options/usage-error.ts'

interface SetOptions {
  currency: string
  rate: string
  day: string
  source: string
  by: string
  preview?: boolean
  unusual?: boolean
}

/** Registers the commands for reference rates used for limits, in currencies that the market does not quote. */
export function referenceRateCommands(operator: Command, run: Run): void {
  operator
    .command('set-reference-rate')
    .description('set the reference rate for limits of a currency without a market rate; never used for prices')
    .requiredOption('--currency <code>', 'currency, for example KWD')
    .requiredOption(
      '--rate <rate>',
      'rate of the USD pair in market convention: units per USD, or for EUR, GBP, AUD and NZD USD per unit',
    )
    .requiredOption('--day <day>', 'day of the rate according to the source, not after today')
    .requiredOption('--source <text>', 'source of the rate: the central bank or a publication')
    .requiredOption('--by <who>', 'author: a name, an e-mail address or an API client id')
    .option('--unusual', 'confirm a rate above twice or below half of the previous one')
    .option('--preview', 'check the rate and show its effect without saving')
    .addHelpText(
      'after',
      '\nAll rates stay on record; the last one of the latest day applies. A rate older than 30 days still applies, but the server' +
        '\nlogs a warning once a day and the list marks it.\n\nExample:\n  npm run operator -- set-reference-rate --currency KWD --rate 0.3071 --day 2026-11-20 --source "Central Bank of Kuwait" --by "A. Khan"',
    )
    .action(({ preview = false, unusual = false, by, ...given }: SetOptions) =>
      run(async (tx, act) => {
        const store = () => setReferenceRate(tx, { ...given, setBy: reviewerOf(by) }, act, unusual)
        const set = await (preview ? inRolledBackSavepoint(tx, store) : store())
        const { before, rules } = set
        return {
          preview,
          ...shown(set.rate, dayOf(act.at)),
          before: before ? `${before.rate} of ${before.day}` : 'none',
          effect: rules
            ? 'counted by the server within a second'
            : `none yet: the rate of ${before!.day} is newer and rules on`,
        }
      }),
    )

  operator
    .command('list-reference-rates')
    .description('list the reference rates by currency; the current one comes first')
    .option('--currency <code>', 'show this currency only')
    .addHelpText('after', '\nExample:\n  npm run operator -- list-reference-rates --currency KWD')
    .action(({ currency }: { currency?: string }) =>
      run(async (tx, act) => {
        const error = currency === undefined ? undefined : currencyError(currency)
        if (error) throw new UsageError(error)
        const rates = await listReferenceRates(tx, currency)
        return rates.map((rate, i) => ({
          ...shown(rate, dayOf(act.at)),
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
