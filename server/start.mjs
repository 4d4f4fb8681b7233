// Starts the server, or one of its commands, from the bundle; makes the bundle first when the sources are newer.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildServer, bundle, directory } from './build.mjs'

const changedAt = (file) => Number(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)

function newestSource() {
  const source = path.join(directory, 'src')
  return Math.max(...readdirSync(source, { recursive: true }).map((name) => changedAt(path.join(source, name))))
}

if (changedAt(bundle) < newestSource()) await buildServer()
process.setSourceMapsEnabled(true)
await import(pathToFileURL(bundle).href)
