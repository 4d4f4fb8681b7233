#!/usr/bin/env node
// Starts the command line from its bundle. In the repository it makes the bundle first when the sources are newer.
const OLDEST = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`cambist needs Node.js ${OLDEST.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
const { existsSync } = await import('node:fs')
const builder = new URL('build.mjs', import.meta.url)
if (existsSync(builder)) await (await import(builder.href)).ensureCli()
await import(new URL('dist/main.mjs', import.meta.url).href)
