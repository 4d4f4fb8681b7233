/** Days with something about them that a run has passed. */
export interface Passed {
  /** Days with a changed UTC offset at their start, by time zone. */
  daylightSaving: Map<string, string[]>
  monthEnds: number
  yearEnds: number
  weekends: number
  /** Holidays on weekdays, by currency. */
  holidays: Map<string, number>
}

const DAY_MS = 86_400_000

/** Minutes by which a zone is ahead of UTC at noon (UTC) of a day. */
function offsetOf(zone: string, day: string): number {
  const at = new Date(`${day}T12:00:00Z`)
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return (Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - at.getTime()) / 60_000
}

/**
 * Summarises the days between two played days.
 *
 * @param holidays by currency, the days on which it is closed
 */
export function passedBetween(
  from: string,
  to: string,
  zones: readonly string[],
  holidays: ReadonlyMap<string, readonly string[]>,
): Passed {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10))
  const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())
  const changes = (length: number) =>
    days.filter((day, i) => i > 0 && day.slice(0, length) !== days[i - 1]!.slice(0, length)).length
  const shifts = (zone: string) =>
    days.filter((day, i) => i > 0 && offsetOf(zone, day) !== offsetOf(zone, days[i - 1]!))
  return {
    daylightSaving: new Map(zones.map((zone) => [zone, shifts(zone)])),
    monthEnds: changes(7),
    yearEnds: changes(4),
    weekends: days.filter((day) => new Date(day).getUTCDay() === 0).length,
    holidays: new Map(
      [...holidays].map(([currency, closed]) => [
        currency,
        closed.filter((day) => day >= from && day <= to && !isWeekend(day)).length,
      ]),
    ),
  }
}

/** The figures as the run prints them. */
export function figuresOf({ daylightSaving, monthEnds, yearEnds, weekends, holidays }: Passed): Record<string, string> {
  const list = [...holidays].filter(([, count]) => count > 0).map(([currency, count]) => `${currency} ${count}`)
  const shifts = [...daylightSaving].map(([zone, days]) => [`clock changes in ${zone}`, days.join(', ') || 'none'])
  return {
    ...(Object.fromEntries(shifts) as Record<string, string>),
    'ends of months and years': `${monthEnds}, ${yearEnds}`,
    weekends: `${weekends}`,
    'holidays on weekdays': list.join(', ') || 'none',
  }
}
