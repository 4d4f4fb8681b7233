/** One figure of a run: the measurement, the ratio or value, and its required level. */
export interface Figure {
  name: string
  value: number
  unit: 'ratio' | 'times' | 's' | 'MiB' | 'MiB/min' | 'ms'
  /** The figure must be at least (or, where it is a cost, at most) this. */
  floor?: number
  atMost?: boolean
  goal?: number
  /** Absolute figures behind it: for scale only, they move with the machine. */
  note: string
}

const digits = { ratio: 2, times: 2, s: 1, MiB: 0, 'MiB/min': 1, ms: 1 } as const

/** A ratio far below one has a digit more. */
const digitsOf = (value: number, unit: Figure['unit']): number => (unit === 'ratio' && value < 0.1 ? 3 : digits[unit])

const shown = (value: number, unit: Figure['unit']): string =>
  `${value.toFixed(digitsOf(value, unit))}${unit === 'ratio' ? '' : unit === 'times' ? '×' : ` ${unit}`}`

/** Returns true if a figure meets its floor; one without a floor always does. */
export const keeps = ({ value, floor, atMost }: Figure): boolean =>
  floor === undefined || (atMost ? value <= floor : value >= floor)

/** The figures as a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, floor, atMost, goal, note } = figure
    const limit = floor === undefined ? '' : `${atMost ? '≤' : '≥'} ${shown(floor, unit)}`
    return `| ${name} | ${shown(value, unit)} | ${limit} | ${goal === undefined ? '' : shown(goal, unit)} | ${keeps(figure) ? 'yes' : '**no**'} | ${note} |`
  })
  return [
    '| Measure | Result | Floor | Goal | Met | For scale |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
