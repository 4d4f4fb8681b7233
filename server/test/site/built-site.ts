import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'

const program = path.join(serverDirectory, '..', 'site', 'build.mjs')

/** Folder of the built site. */
export const siteDirectory = path.join(serverDirectory, '..', 'site', 'dist')

/** Builds the documentation site if it is missing or older than its sources. */
export async function ensureSite(): Promise<void> {
  const { VITEST: _runner, NODE_ENV: _mode, ...env } = process.env
  await promisify(execFile)(process.execPath, [program, '--if-stale'], { env })
}
