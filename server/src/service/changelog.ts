/** Kinds of change, in the words of Keep a Changelog. */
export const CHANGE_KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const
type ChangeKind = (typeof CHANGE_KINDS)[number]

/** One version with its changes. */
interface Release {
  /** Semantic version; `Unreleased` for changes that no version contains yet. */
  version: string
  /** Day of the release; null before it. */
  releasedOn: string | null
  /** Words about the version, in Markdown; null without any. */
  summary: string | null
  /** Changes in the order of the file, texts in Markdown on one line. */
  changes: { kind: ChangeKind; text: string }[]
}

/**
 * Reads a change log in the form of Keep a Changelog.
 *
 * @throws Error for a line that belongs to no change, so that none is lost
 */
export function readChangelog(markdown: string): Release[] {
  const [, ...sections] = markdown.split(/^## /m)
  return sections.map(readRelease)
}

function readRelease(section: string): Release {
  const [title = '', ...lines] = section.split('\n')
  const [, version, day] = /^\[([^\]]+)\](?: - (\S+))?$/.exec(title) ?? []
  if (version === undefined) throw new Error(`The change log has the title "${title}"; write "[version] - day".`)
  const release: Release = {
    version,
    releasedOn: /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? day! : null,
    summary: null,
    changes: [],
  }
  let kind: ChangeKind | undefined
  for (const line of lines.filter((text) => text !== '')) {
    if (line.startsWith('### ')) kind = kindOf(line.slice(4))
    else if (!kind) release.summary = joined(release.summary, line)
    else addTo(release, kind, line)
  }
  return release
}

function kindOf(title: string): ChangeKind {
  const kind = CHANGE_KINDS.find((known) => known === title)
  if (!kind) throw new Error(`The change log has the unknown kind "${title}".`)
  return kind
}

function addTo({ changes }: Release, kind: ChangeKind, line: string): void {
  const last = changes.at(-1)
  if (line.startsWith('- ')) changes.push({ kind, text: line.slice(2) })
  else if (line.startsWith('  ') && last?.kind === kind) last.text = joined(last.text, line.trim())
  else throw new Error(`The change log has a line outside its lists: "${line}".`)
}

const joined = (before: string | null, line: string): string => (before === null ? line : `${before} ${line}`)
