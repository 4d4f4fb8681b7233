const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** "2026-11-24" as "24 Nov 2026". */
export const dayText = (date: string): string => day.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))

/** An instant as "20 Nov 2026, 12:00 UTC". */
export const instantText = (instant: string): string => `${dayText(instant)}, ${clock.format(new Date(instant))} UTC`

/** An IBAN in groups of four, as documents print it. */
export const ibanText = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** "AwaitingFunds" as "Awaiting funds", "FxSettlement" as "FX settlement". */
export const words = (value: string): string =>
  value
    .replace(/^Fx/, 'FX')
    .replace(/(?<=FX)[A-Z]/, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
