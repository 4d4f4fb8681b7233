import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { type Figure, table } from './report.ts'

/**
 * Writes the figures of each section into docs/benchmarks.md, with the machine and the command that repeats them:
 * between the section's two marks. Other runs' figures and the prose stay.
 *
 * @throws Error when a section has no marks there
 */
export function record(sections: ReadonlyMap<string, readonly Figure[]>): void {
  const file = path.join(import.meta.dirname, '..', 'docs', 'benchmarks.md')
  let page = readFileSync(file, 'utf8')
  for (const [section, figures] of sections) page = written(page, section, figures)
  writeFileSync(file, page)
  console.log(`written to ${path.relative(process.cwd(), file)}`)
}

function written(page: string, section: string, figures: readonly Figure[]): string {
  const [begin, end] = [`<!-- ${section} -->\n`, `\n<!-- /${section} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md has no marks for ${section}`)
  return `${page.slice(0, from)}${begin}\n${machine()}, \`${command()}\`:\n\n${table(figures)}\n${page.slice(to)}`
}

function machine(): string {
  const [cpu, ...others] = cpus()
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, ${others.length + 1} cores (${cpu?.model.trim()}), Node ${process.versions.node}`
}

function command(): string {
  const words = process.argv.slice(2).filter((word) => word !== '--record')
  return ['npm run bench', ...(words.length > 0 ? ['--', ...words] : [])].join(' ')
}
