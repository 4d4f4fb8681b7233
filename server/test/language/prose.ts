/** Splits Markdown, API descriptions and docstrings into plain sentences. */

/** Plain blocks of a Markdown text: headings, paragraphs, list items and table cells, without code and link targets. */
export function blocksOf(markdown: string): string[] {
  const withoutCode = markdown
    .replace(/^ {0,3}(```+|~~~+)[\s\S]*?^ {0,3}\1\s*$/gm, '\n')
    .replace(/\n\n(?: {4}[^\n]*\n?)+/g, '\n\n')
    .replace(/<!--[\s\S]*?-->/g, '')
  return withoutCode
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)|\n(?=\s*\|)|\n(?=#)|(?<=^#[^\n]*)\n/m)
    .flatMap((block) => (/^\s*\|/.test(block) ? cellsOf(block) : [block]))
    .map(plain)
    .filter((block) => /[a-z]/i.test(block))
}

const cellsOf = (row: string) => row.split(/(?<!\\)\|/).filter((cell) => !/^[\s:-]*$/.test(cell))

/** The words of a text: inline code becomes the word CODE, links keep their text, markers disappear. */
export function plain(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/<https?:[^>]*>|https?:\S+/g, 'CODE')
    .replace(/\{\w+\}/g, 'CODE')
    .replace(/^\s*(?:#+|[-*+]|\d+\.|>)\s+/, '')
    .replace(/\*\*?|__/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|no|approx|St|Ltd|Inc)|\b[A-Z])\.$/

/** The sentences of a plain block, each with its end mark. */
export function sentencesOf(block: string): string[] {
  const sentences: string[] = []
  for (const part of block.split(/(?<=[.!?]["”’)]*)\s+(?=["“‘(]?[A-Z0-9])/)) {
    const last = sentences.at(-1)
    if (last !== undefined && ABBREVIATION.test(last)) sentences[sentences.length - 1] = `${last} ${part}`
    else sentences.push(part)
  }
  return sentences.filter((sentence) => sentence !== '')
}

/** The words and figures of a plain text. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,:/%-]*/gu) ?? []

/** Docstrings of a TypeScript text, without their block tags. */
export function docstringsOf(source: string): string[] {
  return [...source.matchAll(/^[ \t]*\/\*\*([\s\S]*?)\*\//gm)]
    .map(([, body = '']) => body.replace(/^[ \t]*\* ?/gm, '').trim())
    .map((body) => body.split(/^@(?!example\b)\w+/m)[0] ?? '')
    .map((body) => body.trim())
    .filter((body) => body !== '')
}

/** Summaries and descriptions in the types made from the OpenAPI document, each text once. */
export function apiTextsOf(generated: string): string[] {
  const texts = [...generated.matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(([, body = '']) =>
    body
      .replace(/^[ \t]*\* ?/gm, '')
      .replace(/@(?:example|enum|constant|default|deprecated)\b[\s\S]*?(?=@description|$)/g, '')
      .split('@description')
      .flatMap((part) => part.split(/\n\s*\n/)),
  )
  return [...new Set(texts.map((text) => text.replace(/\s+/g, ' ').trim()))].filter((text) => text !== '')
}
