/** Letters that do not come apart into a base letter and a mark. German umlauts become two letters, as banks write them. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  (
    'ä ae,ö oe,ü ue,Ä Ae,Ö Oe,Ü Ue,ß ss,ẞ SS,ø o,Ø O,æ ae,Æ Ae,œ oe,Œ Oe,å a,Å A,ł l,Ł L,đ d,Đ D,ð d,Ð D,þ th,Þ Th,' +
    'ı i,ħ h,Ħ H,ŋ n,Ŋ N,ŧ t,Ŧ T,ĸ k,’ \',‘ \',´ \',“ ",” ",„ ",– -,— -,… ...,€ EUR'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
)

/** The text in Latin letters without marks: "Łódź Müller" is "Lodz Mueller". Other scripts stay as they are. */
export function latin(text: string): string {
  if (isAscii(text)) return text
  const composed = text.normalize('NFC')
  const spelled = Array.from(composed, (character) => LETTERS.get(character) ?? character).join('')
  return spelled.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/** Converts a text to the SWIFT x set: the result of `latin` with & as + and other characters as a full stop. */
export const swiftX = (text: string): string =>
  latin(text)
    .replaceAll('&', '+')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')

export const codePoint = (character: string) =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
