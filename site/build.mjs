// Builds the documentation site into dist: static files that any web server can publish, and the server serves at /docs.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { isStale } from '../server/stale.mjs'
import { GROUPS } from './pages.mjs'

const here = import.meta.dirname
const root = path.join(here, '..')
const docs = path.join(root, 'docs')
export const siteDirectory = path.join(here, 'dist')

/** Lists the site's files with their digests. It is written last: its age is the age of the build. */
const MANIFEST = 'site.json'
const SOURCES = [
  docs,
  ...['.vitepress', 'reference', 'public'].map((name) => path.join(here, name)),
  ...['build.mjs', 'diagrams.mjs', 'links.mjs', 'pages.mjs'].map((name) => path.join(here, name)),
  path.join(root, 'CHANGELOG.md'),
  path.join(root, 'server', 'data', 'documents.json'),
  path.join(root, 'sdk', 'generator'), // writes the samples
]

/** The program that builds the site. */
export const siteProgram = import.meta.filename

/** Returns true if the site is missing, or older than its sources. */
export const isSiteStale = () => isStale(path.join(siteDirectory, MANIFEST), SOURCES)

/**
 * Builds the site in a directory of its own, which then takes the place of the one before: a reader never sees half of one.
 */
export async function buildSite() {
  const draft = path.join(here, `dist.${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  try {
    process.env.SITE_OUT = draft
    const { build } = await import('vitepress')
    await build(here, { logLevel: 'warn' })
    addMarkdown(draft)
    await addReference(draft)
    writeManifest(draft)
    const old = `${draft}.old`
    if (existsSync(siteDirectory)) renameSync(siteDirectory, old)
    renameSync(draft, siteDirectory)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Adds the Markdown of each page beside it, samples, and the list of pages for language models (llms.txt). */
function addMarkdown(site) {
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
  for (const name of pagesOf(docs)) {
    if (name === 'index.md') continue // its place is taken by the list of pages
    const text = readFileSync(path.join(docs, name), 'utf8')
    const target = path.join(site, name === 'README.md' ? 'index.md' : name)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, name === 'changelog.md' ? changelog : text)
  }
  cpSync(path.join(docs, 'samples'), path.join(site, 'samples'), { recursive: true })
  writeFileSync(path.join(site, 'llms.txt'), listForModels())
}

const pagesOf = (directory) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))

function listForModels() {
  const sections = GROUPS.map(({ title, pages }) => {
    const lines = Object.entries(pages).map(([page, name]) => `- [${name}](${page}.md): ${summaryOf(page)}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Cambist\n\n> Self-hostable foreign exchange, payments and open banking for business clients: one process and one database.\n
Each page is Markdown beside its HTML. The API documents are openapi.json and asyncapi.json at the root of a running service.\n
${sections.join('\n')}`
}

/** Returns the first sentence of a page's first paragraph. */
function summaryOf(page) {
  const text = readFileSync(path.join(docs, `${page}.md`), 'utf8')
  const paragraph = text.split(/\n{2,}/).find((block) => /^[A-Z]/.test(block)) ?? ''
  const flat = paragraph.replaceAll('\n', ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return /^.*?[.:](?= |$)/.exec(flat)?.[0].replace(/:$/, '.') ?? flat
}

/** Adds the API reference: its page, its viewer, and the documents it shows. */
async function addReference(site) {
  const target = path.join(site, 'api')
  mkdirSync(target)
  for (const name of ['index.html', 'reference.css', 'appearance.js'])
    cpSync(path.join(here, 'reference', name), path.join(target, name))
  await bundle({
    entryPoints: [path.join(here, 'reference', 'reference.js')],
    outfile: path.join(target, 'reference.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  })
  const viewer = path.dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'))
  cpSync(path.join(viewer, 'js', 'standalone.js'), path.join(target, 'scalar.js'))
  const documents = JSON.parse(readFileSync(path.join(root, 'server', 'data', 'documents.json'), 'utf8'))
  writeFileSync(
    path.join(target, 'documents.json'),
    JSON.stringify(documents.map(({ name, title, server }) => ({ slug: name, title, url: `${name}.json`, server }))),
  )
  for (const name of [...documents.map((each) => each.name), 'asyncapi'])
    cpSync(path.join(docs, 'contract', `${name}.json`), path.join(target, `${name}.json`))
}

const COMPRESSED = /\.(?:html|js|css|json|md|txt|svg|xml|csv)$/
const WORTH_COMPRESSING = 1024

function writeManifest(site) {
  const files = {}
  const scripts = new Set()
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = readFileSync(file)
    const name = path.relative(site, file).replaceAll(path.sep, '/')
    const isCompressed = COMPRESSED.test(name) && content.length > WORTH_COMPRESSING
    if (isCompressed) writeFileSync(`${file}.gz`, gzipSync(content))
    files[name] = {
      digest: createHash('sha256').update(content).digest('base64url').slice(0, 22),
      ...(isCompressed && { isCompressed }),
    }
    if (name.endsWith('.html')) for (const script of inlineScripts(content.toString())) scripts.add(script)
  }
  const hashes = [...scripts].map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`)
  writeFileSync(path.join(site, MANIFEST), JSON.stringify({ scripts: hashes.sort(), files }))
}

/** Returns the scripts inside a page; the content security policy names their digests. */
const inlineScripts = (html) =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).filter(Boolean)

const LOCK = path.join(here, '.building')
const WAIT_MS = 250

/** Takes the lock of builds on this machine. @returns {boolean} false while another process holds it */
function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = Number(readFileSync(LOCK, 'utf8'))
    if (!isRunning(holder)) rmSync(LOCK, { force: true }) // left by a build that was killed
    return false
  }
}

function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Builds the site alone on this machine; with `--if-stale` only if it is out of date once its turn has come. */
async function run() {
  while (!takeLock()) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  try {
    if (!process.argv.includes('--if-stale') || isSiteStale()) await buildSite()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

if (process.argv[1] === import.meta.filename) await run()
