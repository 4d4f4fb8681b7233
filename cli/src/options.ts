import { InvalidArgumentError, Option } from 'commander'

/** --limit, from 1; lists read as many pages as it takes. */
export const limitOption = () =>
  new Option('--limit <count>', 'how many, newest first').default(20).argParser((text) => {
    if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('A whole number from 1.')
    return Number(text)
  })

export const dryRunOption = () => new Option('--dry-run', 'run all checks, keep nothing')

/** A currency code as the service wants it. */
export const currencyArgument = (text: string): string => text.toUpperCase()

/** `?dryRun=true`, when asked for. */
export const dryRunQuery = (dryRun?: boolean) => ({ query: dryRun ? { dryRun: true } : {} })
