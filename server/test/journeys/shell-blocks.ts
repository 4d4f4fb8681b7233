import { readFileSync } from 'node:fs'

/** Shell block of a documentation page, with the output shown on the page. */
export interface ShellBlock {
  code: string
  /** True if the page marks a call in it as rejected ("```sh refused"). */
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

/** Returns the environment of a shell, without the variables of the test runner. */
export function shellEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { BASE_URL: _base, NODE_ENV: _mode, ...env } = process.env
  return { ...env, ...more }
}

/** The output of each block. */
export const outputsOf = (stdout: string): string[] => stdout.split(`${MARK}\n`).slice(0, -1)

/**
 * Lists the differences between a page's output and the real one: missing fields, other types, another code or status
 * of a problem. A page may omit fields, but not invent any.
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
