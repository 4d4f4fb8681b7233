// Renders the Mermaid diagrams of the pages to static pictures when the site is built.
import { renderMermaidSVG } from 'beautiful-mermaid'

const FONT = 'system-ui, sans-serif'

/** Colours of the site by appearance; the same as in theme/style.css. */
const THEMES = {
  light: {
    bg: '#ffffff',
    fg: '#1c2b28',
    line: '#5f736e',
    accent: '#0b6b57',
    muted: '#4a5d58',
    surface: '#eef5f2',
    border: '#7fa79b',
  },
  dark: {
    bg: '#1b1b1f',
    fg: '#e6efec',
    line: '#8fa6a0',
    accent: '#63cbb0',
    muted: '#b5c7c2',
    surface: '#22302c',
    border: '#4d786c',
  },
}

/** Lines that describe a diagram to readers who cannot see it; the renderer does not know them. */
const ABOUT = /^\s*acc(Title|Descr):\s*(.+)$/gm

/**
 * Renders a diagram as one picture for each appearance.
 *
 * @param {string} source Mermaid, with `accTitle` and `accDescr`
 * @returns {string} HTML
 * @throws Error if the diagram has no description
 */
export function diagramHtml(source) {
  const about = Object.fromEntries([...source.matchAll(ABOUT)].map(([, name, text]) => [name, text]))
  if (!about.Title || !about.Descr) throw new Error(`A diagram needs accTitle and accDescr:\n${source}`)
  const bare = source.replace(ABOUT, '')
  const pictures = Object.entries(THEMES).map(([appearance, theme]) => {
    const svg = renderMermaidSVG(bare, { ...theme, font: 'system-ui', transparent: true, padding: 8 })
    return `<img class="diagram-${appearance}" src="${dataUrl(withoutFonts(svg))}" alt="${escaped(about.Descr)}"${sizeOf(svg)}>`
  })
  return `<figure class="diagram"><div class="diagram-scroll" tabindex="0" role="group" aria-label="${escaped(about.Title)}">${pictures.join('')}</div><figcaption>${escaped(about.Title)}</figcaption></figure>\n`
}

/** A picture loads no font from elsewhere: it uses the reader's own. */
const withoutFonts = (/** @type {string} */ svg) =>
  svg.replace(/@import url\([^)]*\);?/g, '').replaceAll("'system-ui', system-ui, sans-serif", FONT)

const dataUrl = (/** @type {string} */ svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const escaped = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the size of a picture as attributes, so that the page does not jump while it loads. */
function sizeOf(/** @type {string} */ svg) {
  const [, width, height] = /<svg[^>]*\bwidth="([\d.]+)"[^>]*\bheight="([\d.]+)"/.exec(svg) ?? []
  return width && height ? ` width="${Math.round(Number(width))}" height="${Math.round(Number(height))}"` : ''
}
