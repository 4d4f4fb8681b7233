/** Colours of a terminal, by their codes. */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const
export type Colour = keyof typeof CODES

let isOn = false

/** Turns colours on for a terminal, unless --no-color or NO_COLOR forbids them. FORCE_COLOR allows them everywhere. */
export function setColours(
  { color }: { color?: boolean },
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): void {
  isOn = color !== false && !env['NO_COLOR'] && (Boolean(env['FORCE_COLOR']) || (isTerminal && env['TERM'] !== 'dumb'))
}

/** Returns a text in a colour, or unchanged where there are none. */
export const paint = (colour: Colour | undefined, text: string): string =>
  isOn && colour && text !== '' ? `\u001B[${CODES[colour]}m${text}\u001B[0m` : text

const GOOD = /^(Active|Completed|Settled|Credited|Approved|Met|Match|Booked|Executed|Drawn|ok)$/i
const BAD = /^(Rejected|Failed|Returned|Overdue|SettlementFailed|Blocked|NoMatch|Expired|Cancelled)$/i

/** Returns the colour of a status. */
export const statusColour = (status: string): Colour =>
  GOOD.test(status) ? 'green' : BAD.test(status) ? 'red' : 'yellow'
