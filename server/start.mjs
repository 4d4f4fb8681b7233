// Starts the server, or one of its commands, from the bundle; makes the bundle and the console first when their sources are newer.
// An old Node must get as far as this check, so that everything else is imported after it.
const OLDEST = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`Cambist needs Node.js ${OLDEST.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
const { readdirSync, statSync } = await import('node:fs')
const { default: path } = await import('node:path')
const { pathToFileURL } = await import('node:url')
const { stop: stopEsbuild } = await import('esbuild')
const { ensureConsole } = await import('../console/build.mjs')
const { buildServer, bundle, directory } = await import('./build.mjs')

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
