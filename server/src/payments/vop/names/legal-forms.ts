import { own } from '../../../kernel/own.ts'
import { spellingsOf, wordsOnly } from './fold.ts'

/**
 * Legal forms at the end, sometimes the beginning, of company names: short form and full form. Short forms with dots
 * are folded to one word before the lookup: "S.A." is "sa".
 */
const FORMS: Readonly<Record<string, string>> = {
  ltd: 'limited',
  plc: 'public limited company',
  llc: 'limited liability company',
  llp: 'limited liability partnership',
  lp: 'limited partnership',
  inc: 'incorporated',
  corp: 'corporation',
  co: 'company',
  cic: 'community interest company',
  pty: 'proprietary',
  pte: '',
  pvt: 'private',
  bhd: 'berhad',
  sdn: 'sendirian',
  gmbh: 'gesellschaft mit beschränkter haftung',
  ag: 'aktiengesellschaft',
  kg: 'kommanditgesellschaft',
  kgaa: 'kommanditgesellschaft auf aktien',
  ohg: 'offene handelsgesellschaft',
  gbr: 'gesellschaft bürgerlichen rechts',
  ug: 'unternehmergesellschaft haftungsbeschränkt',
  ev: 'eingetragener verein',
  ek: 'eingetragener kaufmann',
  eg: 'eingetragene genossenschaft',
  se: 'societas europaea',
  sa: 'société anonyme',
  sas: 'société par actions simplifiée',
  sasu: 'société par actions simplifiée unipersonnelle',
  sarl: 'société à responsabilité limitée',
  eurl: 'entreprise unipersonnelle à responsabilité limitée',
  snc: 'société en nom collectif',
  sci: 'société civile immobilière',
  spa: 'società per azioni',
  srl: 'società a responsabilità limitata',
  sl: 'sociedad limitada',
  slu: 'sociedad limitada unipersonal',
  bv: 'besloten vennootschap',
  nv: 'naamloze vennootschap',
  vof: 'vennootschap onder firma',
  ab: 'aktiebolag',
  hb: 'handelsbolag',
  as: 'aksjeselskap',
  asa: 'allmennaksjeselskap',
  aps: 'anpartsselskab',
  oy: 'osakeyhtiö',
  oyj: 'julkinen osakeyhtiö',
  spzoo: 'spółka z ograniczoną odpowiedzialnością',
  sro: 'společnost s ručením omezeným',
  kft: 'korlátolt felelősségű társaság',
  zrt: 'zártkörűen működő részvénytársaság',
  doo: 'društvo s ograničenom odgovornošću',
  lda: 'limitada',
  ltda: '',
  jsc: 'joint stock company',
  kk: 'kabushiki kaisha',
  sca: 'société en commandite par actions',
  scs: 'société en commandite simple',
  asbl: 'association sans but lucratif',
  vzw: 'vereniging zonder winstoogmerk',
  spk: 'spółka komandytowa',
  spj: 'spółka jawna',
  nyrt: 'nyilvánosan működő részvénytársaság',
  dd: 'dioničko društvo',
  ood: 'druzhestvo s ogranichena otgovornost',
  eood: 'ednolichno druzhestvo s ogranichena otgovornost',
  ou: 'osaühing',
  sia: 'sabiedrība ar ierobežotu atbildību',
  uab: 'uždaroji akcinė bendrovė',
  hf: 'hlutafélag',
  ehf: 'einkahlutafélag',
  abp: '',
}
/** Alternative spellings of a full form, and national names of the same form. */
const MORE: readonly [string, string][] = [
  ['sa', 'sociedad anónima'],
  ['sa', 'sociedade anônima'],
  ['as', 'aktieselskab'],
  ['as', 'anonim şirketi'],
  ['ug', 'unternehmergesellschaft'],
  ['ug', 'ug haftungsbeschränkt'],
  ['spzoo', 'sp zoo'],
  ['spzoo', 'sp z oo'],
  ['spk', 'sp k'],
  ['spj', 'sp j'],
  ['ou', 'oü'],
  ['dd', 'delniška družba'],
  ['sro', 'spol sro'],
  ['sro', 'spol s r o'],
  ['sro', 'spoločnosť s ručením obmedzeným'],
]

/** Word sequences of a written-out form → its short form, the longest first. */
const PHRASES: readonly { words: string[]; short: string }[] = [...Object.entries(FORMS), ...MORE]
  .filter(([, long]) => long !== '')
  .flatMap(([short, long]) => spellingsOf(long).map((words) => ({ words: wordsOnly(words), short })))
  .sort((a, b) => b.words.length - a.words.length)

/** Forms whose long form is one word. */
const WRITTEN_OUT = new Set(PHRASES.filter(({ words }) => words.length === 1).map(({ words }) => words[0]!))

/** Forms that may precede the name: AB Volvo, PT Bank Central. */
const IN_FRONT = new Set(['ab', 'oy', 'as', 'kk'])
/** Forms that are initials or words of names too: forms only as the last word, not before another form as in "DD Ltd". */
const LAST_ONLY = new Set(['abp', 'dd', 'hf', 'ou', 'sca', 'scs', 'sia', 'spj', 'spk', 'uab'])
/** Short forms of one form in two languages. */
const SAME_FORM: Readonly<Record<string, string>> = { abp: 'oyj' }
/** Word that only marks a company; its presence or absence does not distinguish two companies. */
const WEAK = 'co'

/** A company's name taken apart. */
interface Company {
  /** The words that name it. */
  core: string[]
  /** Its legal forms, short, in alphabetical order; without "Co". */
  forms: string[]
}

/** Takes the legal forms off the ends of a folded name. A name that is nothing but forms keeps its last word. */
export function splitForms(words: readonly string[]): Company {
  const core = shortened(words)
  const forms: string[] = []
  const endsWithForm = (last: string) => isForm(last) && !(forms.length > 0 && LAST_ONLY.has(last))
  while (core.length > 1 && (endsWithForm(core.at(-1)!) || (core.at(-1) === 'and' && forms.length > 0))) {
    const last = core.pop()!
    forms.push(own(SAME_FORM, last) ?? last)
  }
  while (core.length > 1 && IN_FRONT.has(core[0]!)) forms.push(core.shift()!)
  return { core, forms: [...new Set(forms.filter((form) => form !== WEAK && form !== 'and'))].sort() }
}

/** Returns true if a folded word is a short form of a legal form or a one-word full form. */
export const isForm = (word: string): boolean => Object.hasOwn(FORMS, word) || WRITTEN_OUT.has(word)

/** The words with written-out forms made short. */
function shortened(words: readonly string[]): string[] {
  const out: string[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = PHRASES.find(({ words: wanted }) => wanted.every((word, i) => words[at + i] === word))
    out.push(phrase ? phrase.short : words[at]!)
    at += phrase ? phrase.words.length : 1
  }
  return out
}
