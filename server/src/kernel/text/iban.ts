/** ISO 13616: check digits such that the rearranged number is 1 modulo 97. */
export function ibanOf(country: string, bban: string): string {
  const numeric = Array.from(`${bban}${country}00`, (c) => Number.parseInt(c, 36)).join('')
  return country + (98n - (BigInt(numeric) % 97n)).toString().padStart(2, '0') + bban
}
