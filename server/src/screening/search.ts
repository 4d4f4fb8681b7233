import { setImmediate as nextTurn } from 'node:timers/promises'
import { joinedSimilarity, lettersOf, scoreInText, scoreNames, wordSimilarity } from './score.ts'
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
  role: 'Client' | 'Related' | 'Payee' | 'Payer' | 'UltimateDebtor' | 'UltimateCreditor' | 'Bank' | 'Text'
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
  /**
   * Returns listed names at least as alike as the threshold, the likest of each listed entry, the highest score first. Other work runs
   * between two words.
   */
  search(parties: readonly Party[], threshold: number): Promise<Hit[]>
}

interface Entry {
  listed: ListedName
  words: string[]
}

const MOST_HITS = 20

/** Names made searchable at a stretch: some milliseconds. */
const NAMES_AT_ONCE = 250

/** Makes names searchable, and lets other work run in between: a long list takes a second. */
export async function createSearcher(names: readonly ListedName[]): Promise<Searcher> {
  const indexes = createIndexes()
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    if (from > 0) await nextTurn()
    addNames(indexes, names.slice(from, from + NAMES_AT_ONCE))
  }
  return searcherOf(indexes)
}

type Index = Map<string, Entry[]>

const createIndexes = () => ({ byWord: new Map() as Index, byJoined: new Map() as Index, byBic: new Map() as Index })
type Indexes = ReturnType<typeof createIndexes>

function addNames({ byWord, byJoined, byBic }: Indexes, names: readonly ListedName[]): void {
  for (const listed of names) {
    const entry = { listed, words: wordsOf(listed.name) }
    addUnder(byWord, entry.words, entry)
    addUnder(byJoined, [entry.words.join('')], entry)
    addUnder(
      byBic,
      listed.bics.map((bic) => bic.slice(0, 8)),
      entry,
    )
  }
}

/** Adds an entry under each of its keys. */
function addUnder(index: Index, keys: readonly string[], entry: Entry): void {
  for (const key of new Set(keys)) {
    const known = index.get(key)
    if (known) known.push(entry)
    else index.set(key, [entry])
  }
}

/** A query looks only at names that have words like its own. */
function searcherOf({ byWord, byJoined, byBic }: Indexes): Searcher {
  const vocabulary = [...byWord.keys()].map((word) => ({ word, letters: lettersOf(word) }))
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

  async function searchOne(party: Party, threshold: number): Promise<Hit[]> {
    const words = [...new Set(wordsOf(party.name))]
    const likes = await likesOf(words, vocabulary)
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
    async search(parties, threshold) {
      const best = new Map<string, Hit>()
      const hits: Hit[] = []
      for (const party of parties) hits.push(...(await searchOne(party, threshold)))
      for (const hit of hits) {
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

interface Word {
  word: string
  letters: number
}

/** Compares words with those of the lists, a word at a stretch: about a millisecond. */
async function likesOf(words: readonly string[], vocabulary: readonly Word[]): Promise<Likes> {
  const likes = new Map<string, Map<string, number>>()
  for (const word of words) {
    await nextTurn()
    likes.set(word, likeWords(word, vocabulary))
  }
  return likes
}

function likeWords(word: string, vocabulary: readonly Word[]): Map<string, number> {
  const letters = lettersOf(word)
  const found = new Map<string, number>()
  for (const known of vocabulary) {
    const similarity = wordSimilarity(known.word, word, known.letters, letters)
    if (similarity > 0) found.set(known.word, similarity)
  }
  return found
}
