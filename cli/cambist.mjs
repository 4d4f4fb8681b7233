#!/usr/bin/env node
// Starts the command line from its bundle; makes the bundle first when the sources are newer.
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildCli, bundle, directory } from './build.mjs'

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
const newestIn = (source) =>
  Math.max(0, ...readdirSync(source, { recursive: true }).map((name) => changedAt(path.join(source, name))))

const sources = [path.join(directory, 'src'), path.join(directory, '..', 'sdk', 'src')]
if (changedAt(bundle) < Math.max(...sources.map(newestIn))) await buildCli()
await import(pathToFileURL(bundle).href)
