import { sameBankingCountry } from '../../../kernel/values/countries.ts'

/** Returns a test for one country's own currency: its banks, or no bank named. */
export const domestic =
  (country: string, currency: string) =>
  (asked: string, bankCountry: string | undefined): boolean =>
    asked === currency && (bankCountry === undefined || sameBankingCountry(bankCountry, country))
