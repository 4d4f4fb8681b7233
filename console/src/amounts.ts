/**
 * Returns the amount that a user wrote, without commas or spaces between its groups of three digits. Any other text has none: a comma before
 * the decimals would otherwise multiply the amount.
 */
export function readAmount(text: string): string | undefined {
  const written = text.trim()
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(written) || /^\d{1,3}( \d{3})+(\.\d+)?$/.test(written)
  const amount = isGrouped ? written.replaceAll(/[, ]/g, '') : written
  return /^\d+(\.\d+)?$/.test(amount) ? amount : undefined
}
