/** Text that is safe inside HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | Html[] | string | number | false | null | undefined

/** HTML with everything put into it escaped, other HTML excepted. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce((made, text, index) => made + text + (index < parts.length ? rendered(parts[index]) : ''), ''),
  )
}

function rendered(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(({ text }) => text).join('')
  return part === false || part === null || part === undefined ? '' : escaped(String(part))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
