// Starts the server, or one of its commands, from the bundle; makes the bundle and the console first when their sources are newer.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { stop as stopEsbuild } from 'esbuild'
import { ensureConsole } from '../console/build.mjs'
import { buildServer, bundle, directory } from './build.mjs'

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newestSource() {
  const source = path.join(directory, 'src')
  return Math.max(...readdirSync(source, { recursive: true }).map((name) => changedAt(path.join(source, name))))
}

if (changedAt(bundle) < newestSource()) await buildServer()
await ensureConsole()
await stopEsbuild() // its process would otherwise stay beside ours
process.setSourceMapsEnabled(true)
await import(pathToFileURL(bundle).href)
