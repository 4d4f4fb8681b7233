import { readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { recordAudit } from '../../events/index.ts'
import {
  type CalendarChange,
  endingCalendars,
  extendedByRules,
  generatedCalendars,
  generateHolidays,
  HOLIDAY_FILE_HEADER,
  importHolidays,
  listCalendars,
  parseHolidays,
  readCalendars,
} from '../../fx/calendar/index.ts'
import { findHeldRatesOn } from '../../fx/held-rates/index.ts'
import { findTradesOn } from '../../fx/trades/index.ts'
import { findPaymentsOn } from '../../payments/index.ts'
import { dayOf } from '../../kernel/values/days.ts'
import { inRolledBackSavepoint, type Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { collect, type Run } from './run.ts'

interface ImportOptions {
  file: string
  from: string
  to: string
  source?: string
  preview?: boolean
}

/** Keeping the bank holidays. */
export function calendarCommands(operator: Command, run: Run): void {
  operator
    .command('generate-holidays')
    .description(`write the holidays of calendars that follow a rule (${generatedCalendars().join(', ')}) to a file`)
    .requiredOption('--calendar <codes>', 'one or more, with commas between', collect)
    .requiredOption('--year <year>')
    .requiredOption('--out <path>', 'output file for import-holidays; an existing file is overwritten')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- generate-holidays --calendar EUR,USD,GBP --year 2028 --out holidays-2028.csv',
    )
    .action((options: { calendar: string[]; year: string; out: string }) =>
      run(async (_, act) => {
        const asOf = dayOf(act.wall)
        const made = options.calendar.flatMap((code) => generateHolidays(code, Number(options.year), asOf))
        const lines = made.map((each) => [each.calendar, each.day, each.name, each.source, each.asOf].join(','))
        writeFileSync(options.out, `${HOLIDAY_FILE_HEADER}\n${lines.join('\n')}\n`)
        return { file: options.out, calendars: options.calendar, holidays: made.length }
      }),
    )

  operator
    .command('list-calendars')
    .description('list the holiday coverage of each currency and warn of calendars that end within 180 days')
    .action(() =>
      run(async (tx, act) => {
        const today = dayOf(act.wall)
        const calendars = extendedByRules(await readCalendars(tx), () => today)
        return {
          calendars: listCalendars(calendars, {}).map(
            ({ currency, coveredTo, announcedTo }) =>
              `${currency} to ${coveredTo}, announced to ${announcedTo ?? 'none'}`,
          ),
          endingSoon: endingCalendars(calendars, today).map(({ calendar, coveredTo }) => `${calendar} on ${coveredTo}`),
        }
      }),
    )

  operator
    .command('import-holidays')
    .description(
      'replace the bank holidays of the calendars in a file, and list the booked trades, open held rates and unsent payments that this touches',
    )
    .requiredOption(
      '--file <path>',
      'CSV: calendar,day,name,source,as_of, with every holiday of a calendar in the range',
    )
    .requiredOption('--from <day>', 'first day that the file covers')
    .requiredOption('--to <day>', 'last day that the file covers')
    .option('--source <text>', 'source of the coverage (default: the path of the file)')
    .option('--preview', 'show the changes and the affected trades, held rates and payments without saving')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- import-holidays --file holidays-2028.csv --from 2028-01-01 --to 2028-12-31 --preview',
    )
    .action((options: ImportOptions) =>
      run(async (tx, act) => {
        const replace = async () => {
          const changes = await importHolidays(tx, {
            holidays: parseHolidays(readFileSync(options.file, 'utf8')),
            fromDay: options.from,
            toDay: options.to,
            source: options.source ?? options.file,
          })
          return { changes, touched: await touchedBy(tx, changes) }
        }
        const { changes, touched } = await (options.preview ? inRolledBackSavepoint(tx, replace) : replace())
        const result = {
          preview: options.preview ?? false,
          ...shown(changes),
          ...touched,
        }
        if (options.preview) return result
        await recordAudit(tx, act, {
          entityId: HOUSE_ENTITY_ID,
          action: 'holidays.imported',
          resourceType: 'calendar',
          resourceId: HOUSE_ENTITY_ID,
          detail: {
            file: options.file,
            from: options.from,
            to: options.to,
            ...shown(changes),
            touched: touched.touchedTrades.length,
            touchedHeldRates: touched.touchedHeldRates.length,
            touchedPayments: touched.touchedPayments.length,
          },
        })
        return result
      }),
    )
}

const touchedBy = async (tx: Tx, changes: CalendarChange[]) => ({
  touchedTrades: await touchedTrades(tx, changes),
  touchedHeldRates: await touchedHeldRates(tx, changes),
  touchedPayments: await touchedPayments(tx, changes),
})

/** Trades that were booked for a day which the import closes, one line each. */
async function touchedTrades(tx: Tx, changes: CalendarChange[]): Promise<string[]> {
  const lines: string[] = []
  for (const { calendar, added } of changes) {
    const days = added.map(({ day }) => day)
    for (const trade of await findTradesOn(tx, calendar, days)) {
      const [tradeId, entityId] = [formatId('trd', trade.tradeId), formatId('ent', trade.entityId)]
      const { kind, status, currencyPair, valueDate } = trade
      lines.push(`${tradeId} ${entityId} ${kind} ${status} ${currencyPair} for ${valueDate}, closed in ${calendar}`)
    }
  }
  return lines
}

/** Open held rates with a delivery date that the import closes, one line each. They cannot be booked for that day. */
async function touchedHeldRates(tx: Tx, changes: CalendarChange[]): Promise<string[]> {
  const lines: string[] = []
  for (const { calendar, added } of changes) {
    const days = added.map(({ day }) => day)
    for (const held of await findHeldRatesOn(tx, calendar, days)) {
      const closed = held.deliveryDates.filter((day) => days.includes(day)).join(', ')
      const ids = `${formatId('quo', held.quoteId)} ${formatId('ent', held.entityId)}`
      lines.push(`${ids} ${held.status} ${held.currencyPair} for ${closed}, closed in ${calendar}`)
    }
  }
  return lines
}

/** Payments that have not left and are dated on a day which the import closes, one line each. */
async function touchedPayments(tx: Tx, changes: CalendarChange[]): Promise<string[]> {
  const lines: string[] = []
  for (const { calendar, added } of changes) {
    const days = added.map(({ day }) => day)
    for (const { paymentId, entityId, status, currency, paymentDate } of await findPaymentsOn(tx, calendar, days)) {
      const ids = `${formatId('pay', paymentId)} ${formatId('ent', entityId)}`
      lines.push(`${ids} ${status} ${currency} on ${paymentDate}, closed in ${calendar}`)
    }
  }
  return lines
}

const shown = (changes: CalendarChange[]) => ({
  calendars: changes.map(({ calendar, coveredFrom, coveredTo }) => `${calendar} ${coveredFrom} to ${coveredTo}`),
  added: changes.flatMap(({ added }) => added.map(({ calendar, day, name }) => `${calendar} ${day} ${name}`)),
  removed: changes.flatMap(({ removed }) => removed.map(({ calendar, day, name }) => `${calendar} ${day} ${name}`)),
})
