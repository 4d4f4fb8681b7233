import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryDirectory } from './temporary-directory.ts'

/** Lints an API document with Redocly's recommended rules; returns the messages and the number of problems. */
export function lintDocument(document: unknown): { messages: string[]; totals: object } {
  const root = path.join(import.meta.dirname, '../../..')
  const file = path.join(temporaryDirectory(), 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const lint = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config', 'redocly.yaml', '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const output = run(process.execPath, lint, { cwd: root, env })
  const report = JSON.parse(output.slice(output.indexOf('{'))) as {
    totals: object
    problems: { message: string; location: { pointer?: string }[] }[]
  }
  const messages = report.problems.map(({ message, location }) => `${location[0]?.pointer ?? ''} ${message}`)
  return { messages, totals: report.totals }
}

/** Runs the linter, which fails when it finds something; its report is wanted then too. */
function run(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): string {
  try {
    return execFileSync(command, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout)
  }
}
