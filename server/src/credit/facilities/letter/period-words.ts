/** Returns a number with its unit: "1 month", "12 months". */
export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

const UNITS: Record<string, string> = { Y: 'year', M: 'month', W: 'week', D: 'day' }

/** Converts "P12M" to "12 months"; other texts stay unchanged. */
export function periodWords(period: string): string {
  const parts = [...period.matchAll(/(\d+)([YMWD])/g)].map(([, count, unit]) => counted(Number(count), UNITS[unit!]!))
  return parts.join(' ') || period
}
