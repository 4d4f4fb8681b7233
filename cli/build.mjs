// Bundles the command line into dist/main.mjs, with the SDK's sources and all packages, so that it installs from its pack alone.
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build, stop } from 'esbuild'

const directory = import.meta.dirname
const bundle = path.join(directory, 'dist', 'main.mjs')

/** Packages in the bundle; their licences go with it. */
const BUNDLED = ['commander', '@jmespath-community/jmespath']

/** Bundles the command line. Files are written under another name first, so that no command reads half of one. */
export async function buildCli() {
  const { outputFiles } = await build({
    entryPoints: [path.join(directory, 'src', 'main.ts')],
    outfile: bundle,
    bundle: true,
    conditions: ['@cambist/source'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
    write: false,
  })
  const licences = { path: path.join(directory, 'dist', 'LICENSES.txt'), contents: BUNDLED.map(licenceOf).join('\n') }
  mkdirSync(path.dirname(bundle), { recursive: true })
  for (const { path: file, contents } of [licences, ...outputFiles]) {
    writeFileSync(`${file}.${process.pid}`, contents)
    renameSync(`${file}.${process.pid}`, file)
  }
}

/** Returns the notice of a package: name, version, source and licence text. */
function licenceOf(name) {
  let folder = path.dirname(createRequire(import.meta.url).resolve(name))
  while (!readdirSync(folder).includes('package.json') || nameIn(folder) !== name) folder = path.dirname(folder)
  const { version, repository, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(path.join(folder, file), 'utf8') : `Licence: ${license}\n`
  return `${name} ${version}, source: ${repository?.url ?? repository}\n\n${text}`
}

const nameIn = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).name

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
const newestIn = (source) =>
  Math.max(0, ...readdirSync(source, { recursive: true }).map((name) => changedAt(path.join(source, name))))

/** Bundles it when its sources, or those of the SDK, are newer. */
export async function ensureCli() {
  const sources = [path.join(directory, 'src'), path.join(directory, '..', 'sdk', 'src')]
  if (changedAt(bundle) >= Math.max(...sources.map(newestIn))) return
  await buildCli()
  await stop() // its process would otherwise stay beside ours
}

if (process.argv[1] === import.meta.filename) await buildCli()
