// Checks the subjects of the commits after BASE: node .ci/subjects.mjs [--stdin]; with --stdin it reads one subject a line.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The last commit whose subject may break the rules; git history cannot be changed. */
const BASE = process.env.SUBJECTS_AFTER ?? 'c2d4d623d82bb16664dc877dd986b2f81a826943'

const LIMIT = 72
const VERBS_LIKE_PARTICIPLES = [
  'bring',
  'embed',
  'exceed',
  'feed',
  'need',
  'proceed',
  'seed',
  'shed',
  'speed',
  'string',
]
const VERBS_LIKE_THIRD_PERSON = ['bias', 'canvas', 'focus']
const NO_VERBS = new Set(
  'a all an and any as at both by each every for from how if in it its more most my new no nobody none not of on one only our some that the their there these they this those to two what when where whether which who whoever why with without'.split(
    ' ',
  ),
)

const subjects = process.argv.includes('--stdin') ? linesOf(readFileSync(0, 'utf8')) : subjectsSinceBase()
const errors = subjects.flatMap((subject) => {
  const error = errorOf(subject)
  return error ? [`${subject}\n  ${error}`] : []
})
for (const error of errors) console.error(error)
console.log(`${subjects.length} commit subjects checked, ${errors.length} to correct`)
process.exitCode = errors.length > 0 ? 1 : 0

/** The error of a subject that is not `area: imperative`, or undefined. */
function errorOf(subject) {
  if (/^(?:Merge|Revert) /.test(subject)) return undefined
  if (subject.length > LIMIT) return `has ${subject.length} characters; use at most ${LIMIT}`
  const [, first] = /^[\w./-]+(?:, [\w./-]+)*: (\S+)/.exec(subject) ?? []
  if (first === undefined) return 'is not of the form "area: change"'
  const word = first.toLowerCase().replace(/[^a-z-]/g, '')
  return isImperative(word) ? undefined : `starts with "${first}"; use the imperative, for example "add" or "reject"`
}

function isImperative(word) {
  if (word === '' || NO_VERBS.has(word)) return false
  if (/(?:ed|ing)$/.test(word)) return VERBS_LIKE_PARTICIPLES.includes(word)
  return !/[^s]s$/.test(word) || VERBS_LIKE_THIRD_PERSON.includes(word)
}

/** Subjects after BASE; of the last commit alone in a clone that does not reach back to it. */
function subjectsSinceBase() {
  const reachesBase = spawnSync('git', ['merge-base', '--is-ancestor', BASE, 'HEAD']).status === 0
  const range = reachesBase ? [`${BASE}..HEAD`] : ['-1']
  const { stdout } = spawnSync('git', ['log', '--format=%s', ...range], { encoding: 'utf8' })
  return linesOf(stdout)
}

/** @param {string} text */
function linesOf(text) {
  return text.split('\n').filter((line) => line !== '')
}
