import { joinedSimilarity, scoreInText, scoreNames, wordSimilarity } from './score.ts'
import { wordsOf } from './words.ts'

/** One name of a listed person, body or ship. */
export interface ListedName {
  list: string
  entryId: string
  name: string
  kind: 'Individual' | 'Company' | 'Vessel' | 'Unknown'
  programs: string
  bics: readonly string[]
}

/** Screened person or organisation. */
export interface Party {
  role: 'Payee' | 'Payer' | 'UltimateDebtor' | 'UltimateCreditor' | 'Bank' | 'Text'
  /** A name; of a Text the words themselves. */
  name: string
  bic?: string
  country?: string
}

export interface Hit {
  role: Party['role']
  /** Screened text. */
  screened: string
  list: string
  entryId: string
  listedName: string
  programs: string
  /** 0 to 1. */
  score: number
}

export interface Searcher {
  /** Listed names at least as alike as the threshold, the likest of each listed entry, the highest score first. */
  search(parties: readonly Party[], threshold: number): Hit[]
}

interface Entry {
  listed: ListedName
  words: string[]
}

const MOST_HITS = 20

/** Makes names searchable: a query looks only at names that have words like its own. */
export function createSearcher(names: readonly ListedName[]): Searcher {
  const entries = names.map((listed) => ({ listed, words: wordsOf(listed.name) }))
  const byWord = indexBy(entries, ({ words }) => words)
  const byJoined = indexBy(entries, ({ words }) => [words.join('')])
  const byBic = indexBy(entries, ({ listed }) => listed.bics.map((bic) => bic.slice(0, 8)))
  const vocabulary = [...byWord.keys()]
  const joinedNames = lengthsOf(byJoined.keys())

  /** Names with two words like those of the query, or with all they have. */
  function withLikeWords(words: readonly string[], likes: Likes): Entry[] {
    const counts = new Map<Entry, number>()
    for (const word of words) {
      const found = new Set([...likes.get(word)!.keys()].flatMap((like) => byWord.get(like)!))
      for (const entry of found) counts.set(entry, (counts.get(entry) ?? 0) + 1)
    }
    return [...counts]
      .filter(([entry, count]) => count >= Math.min(2, words.length, entry.words.length))
      .map(([entry]) => entry)
  }

  function writtenTogether(words: readonly string[]): Entry[] {
    const joined = words.join('')
    const near = [-2, -1, 0, 1, 2].flatMap((more) => joinedNames.get(joined.length + more) ?? [])
    return near.filter((name) => joinedSimilarity(name, joined) > 0).flatMap((name) => byJoined.get(name)!)
  }

  function searchOne(party: Party, threshold: number): Hit[] {
    const words = [...new Set(wordsOf(party.name))]
    const likes = likesOf(words, vocabulary)
    const similarity = (a: string, b: string) => likes.get(a)?.get(b) ?? likes.get(b)?.get(a) ?? 0
    const isText = party.role === 'Text'
    const score = isText ? scoreInText : scoreNames
    const candidates = new Set([...withLikeWords(words, likes), ...(isText ? [] : writtenTogether(words))])
    const byName = [...candidates].map((entry) => ({ entry, score: score(words, entry.words, similarity) }))
    const byCode = (byBic.get(party.bic?.toUpperCase().slice(0, 8) ?? '') ?? []).map((entry) => ({ entry, score: 1 }))
    return [...byCode, ...byName]
      .filter((found) => found.score >= threshold)
      .sort((a, b) => b.score - a.score)
      .map((found) => hitOf(party, found.entry, found.score))
  }

  return {
    search(parties, threshold) {
      const best = new Map<string, Hit>()
      for (const hit of parties.flatMap((party) => searchOne(party, threshold))) {
        const key = `${hit.list} ${hit.entryId} ${hit.role}`
        if (!best.has(key)) best.set(key, hit)
      }
      return [...best.values()].sort((a, b) => b.score - a.score).slice(0, MOST_HITS)
    },
  }
}

const hitOf = (party: Party, { listed }: Entry, score: number): Hit => ({
  role: party.role,
  screened: party.name,
  list: listed.list,
  entryId: listed.entryId,
  listedName: listed.name,
  programs: listed.programs,
  score: Math.round(score * 1000) / 1000,
})

/** Entries by each of their keys. */
function indexBy(entries: readonly Entry[], keysOf: (entry: Entry) => readonly string[]): Map<string, Entry[]> {
  const index = new Map<string, Entry[]>()
  for (const entry of entries) {
    for (const key of new Set(keysOf(entry))) {
      const known = index.get(key)
      if (known) known.push(entry)
      else index.set(key, [entry])
    }
  }
  return index
}

function lengthsOf(names: Iterable<string>): Map<number, string[]> {
  const out = new Map<number, string[]>()
  for (const name of names) {
    const known = out.get(name.length)
    if (known) known.push(name)
    else out.set(name.length, [name])
  }
  return out
}

/** Similar list words of each query word, with their similarity. */
type Likes = ReadonlyMap<string, ReadonlyMap<string, number>>

function likesOf(words: readonly string[], vocabulary: readonly string[]): Likes {
  return new Map(
    words.map((word) => {
      const like = vocabulary.map((known) => [known, wordSimilarity(known, word)] as const)
      return [word, new Map(like.filter(([, similarity]) => similarity > 0))]
    }),
  )
}
