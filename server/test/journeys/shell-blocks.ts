import { readFileSync } from 'node:fs'

/** A block of shell in a page of documentation, and what the page shows as its output. */
export interface ShellBlock {
  code: string
  /** The page says that a call in it is refused ("```sh refused"). */
  refused: boolean
  /** The JSON block that follows directly. */
  shown: unknown
}

const BLOCK = /^```sh( refused)?\n([\s\S]*?)^```\n(?:\n```json\n([\s\S]*?)^```\n)?/gm

/** The shell blocks of a page, in order. Commands that start the service itself are marked `console` in the pages and left out. */
export function shellBlocks(file: string): ShellBlock[] {
  return [...readFileSync(file, 'utf8').matchAll(BLOCK)].map(([, refused, code = '', shown]) => ({
    code,
    refused: refused !== undefined,
    shown: shown === undefined ? undefined : JSON.parse(shown),
  }))
}

const MARK = '--- end of block ---'

/**
 * One bash script of all blocks. Outside blocks that are refused, an HTTP error ends it with curl's status and the answer.
 * The output of each block is followed by a mark.
 */
export function scriptOf(blocks: ShellBlock[]): string {
  const curl = (refused: boolean) => `curl() { command curl ${refused ? '' : '--fail-with-body '}--show-error "$@"; }\n`
  return `set -eo pipefail\n${blocks.map(({ refused, code }) => `${curl(refused)}${code}\necho '${MARK}'\n`).join('')}`
}

/** The environment of a shell, without what the test runner sets for itself. */
export function shellEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { BASE_URL: _base, NODE_ENV: _mode, ...env } = process.env
  return { ...env, ...more }
}

/** The output of each block. */
export const outputsOf = (stdout: string): string[] => stdout.split(`${MARK}\n`).slice(0, -1)

/**
 * Where what a page shows is not what came: a field that is missing or of another type, a problem's code or status that
 * differs. A page may leave fields out, but not invent any.
 */
export function inventions(shown: unknown, came: unknown, at = ''): string[] {
  if (typeof shown !== 'object' || shown === null) {
    const fixed = /\.(code|status|pointer|detail|title)$/.test(at)
    if (fixed && shown !== came) return [`${at} is ${JSON.stringify(came)}, not ${JSON.stringify(shown)}`]
    return shown === null || typeof shown === typeof came ? [] : [`${at} is ${JSON.stringify(came)}`]
  }
  if (typeof came !== 'object' || came === null) return [`${at} is ${JSON.stringify(came)}`]
  return Object.entries(shown).flatMap(([name, value]) =>
    inventions(value, (came as Record<string, unknown>)[name], `${at}.${name}`),
  )
}
