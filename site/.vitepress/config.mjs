// Configuration of the documentation site: its pages are docs/, its navigation is pages.mjs.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'
import { diagramHtml } from '../diagrams.mjs'
import { slugOf, targetOf } from '../links.mjs'
import { GROUPS, isDecision } from '../pages.mjs'

const docs = path.join(import.meta.dirname, '..', '..', 'docs')

/** Path under which the site is served; `SITE_BASE=/` builds it for a host of its own. */
const base = process.env.SITE_BASE ?? '/docs/'

const link = (/** @type {string} */ page) => `/${page.replace(/(^|\/)README$/, '$1')}`

const sidebar = GROUPS.map(({ title, pages }) => ({
  text: title,
  items: Object.entries(pages).map(([page, text]) => ({ text, link: link(page) })),
}))

export default defineConfig({
  srcDir: path.relative(path.join(import.meta.dirname, '..'), docs),
  outDir: process.env.SITE_OUT ?? path.join(import.meta.dirname, '..', 'dist'),
  cacheDir: path.join(import.meta.dirname, '..', 'dist', '.cache'),
  base,
  lang: 'en',
  title: 'Cambist',
  description: 'Self-hostable foreign exchange, payments and open banking for business clients',
  srcExclude: ['README.md'],
  rewrites: { 'decisions/README.md': 'decisions/index.md', 'samples/README.md': 'samples/index.md' },
  ignoreDeadLinks: [/^\/(?:api|samples)\//, /^https?:\/\/localhost/], // added by build.mjs; addresses of a sandbox
  cleanUrls: true,
  metaChunk: true, // no data of the site in scripts inside its pages
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  // A page without sections has no outline: its tables take the place.
  transformPageData: ({ filePath, frontmatter }) => {
    if (!filePath.endsWith('.md') || frontmatter.layout === 'home') return
    const hasSections = /^## /m.test(readFileSync(path.join(docs, filePath), 'utf8'))
    if (!hasSections) return { frontmatter: { ...frontmatter, aside: false } }
  },
  transformHead: ({ pageData: { filePath } }) =>
    filePath ? [['link', { rel: 'alternate', type: 'text/markdown', href: `${base}${filePath}` }]] : [],
  markdown: {
    attrs: { disable: true }, // "{tradeId}" is text too
    linkify: false, // an address without brackets is an example, as in the settings
    html: false, // the pages are plain Markdown: a "<" in an error message is text
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { console: 'sh', nginx: 'ini' },
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    config(md) {
      const { fence, code_inline: code } = md.renderer.rules
      // Long names break where a word ends: OPEN_BANKING_PORT, account.credited, ApprovalRecalled.
      md.renderer.rules.code_inline = (...given) =>
        code(...given).replace(/>[^<]+</g, (text) =>
          text
            .replace(/_|(?<=[a-z])\.(?=[a-z])/g, '$&<wbr>')
            .replace(/\w{15,}/g, (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '<wbr>')),
        )
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info, content } = tokens[index]
        return info.trim() === 'mermaid' ? diagramHtml(content) : fence(tokens, index, ...rest)
      }
      const parse = md.parse.bind(md)
      md.parse = (source, env) =>
        withUnbrokenFigures(withTargets(withoutComments(parse(source, env)), env?.relativePath ?? ''))
    },
  },
  vite: { publicDir: path.join(import.meta.dirname, '..', 'public'), build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    logo: '/icon.svg',
    siteTitle: 'Cambist',
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/guides/first-deal' },
      { text: 'Open banking', link: '/open-banking' },
      { text: 'API reference', link: '/api/', target: '_self' },
    ],
    sidebar,
    notFound: {
      title: 'Page not found',
      quote: 'The address is not part of this documentation.',
      linkLabel: 'Home',
      linkText: 'Home',
    },
    outline: { level: [2, 3], label: 'On this page' },
    docFooter: { prev: 'Previous', next: 'Next' },
    search: {
      provider: 'local',
      options: {
        // Decisions explain the design to developers; readers of the guides search for other things.
        _render: (source, env, md) => (isDecision(env.relativePath) ? '' : md.render(source, env)),
      },
    },
  },
})

/** Points the links of a page to pages of the site; a link to a file that the site does not have becomes its text. */
function withTargets(tokens, page) {
  for (const { children } of tokens) {
    const open = []
    for (const token of children ?? []) {
      if (token.type === 'link_close' && open.pop() === undefined) Object.assign(token, TEXT)
      if (token.type !== 'link_open') continue
      const target = targetOf(token.attrGet('href') ?? '', page, (file) => existsSync(path.join(docs, file)))
      open.push(target)
      if (target === undefined) Object.assign(token, TEXT)
      else token.attrSet('href', target)
      if (target?.startsWith('/api/')) {
        // A page of its own, outside the site's router, which adds the base to no link that has a target.
        token.attrSet('href', `${base}${target.slice(1)}`)
        token.attrSet('target', '_self')
      }
    }
  }
  return tokens
}

/** Removes paragraphs that are an HTML comment, such as the marks around the recorded tables of the benchmarks. */
function withoutComments(tokens) {
  const isComment = ({ type, content } = {}) => type === 'inline' && /^<!--[^]*-->$/.test(content)
  return tokens.filter((token, index) => {
    if (token.type === 'paragraph_open') return !isComment(tokens[index + 1])
    if (token.type === 'paragraph_close') return !isComment(tokens[index - 1])
    return !isComment(token)
  })
}

/** Keeps a figure on one line with the sign before it and the unit after it: "≤ 10.0 s". */
function withUnbrokenFigures(tokens) {
  for (const { children } of tokens)
    for (const token of children ?? [])
      if (token.type === 'text')
        token.content = token.content.replace(
          /(?<=[≤≥]) (?=\d)|(?<=\d) (?=(?:%|µs|ms|s|[kMG]B|[KM]iB)(?![\w]))/g,
          '\u00a0',
        )
  return tokens
}

const TEXT = { type: 'text', tag: '', content: '', attrs: null, nesting: 0 }
