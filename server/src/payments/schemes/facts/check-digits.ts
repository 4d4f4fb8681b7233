/** Check digits by arithmetic alone: they prove that a text is well-formed, not that the account exists. */

/** ISO 7064 mod 97: letters count as A=10 … Z=35. */
function mod97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** Sum of digits × weights, weights repeated as long as needed. */
const weighted = (digits: string, weights: readonly number[], each = (product: number) => product): number =>
  Array.from(digits).reduce((sum, digit, i) => sum + each(Number(digit) * weights[i % weights.length]!), 0)

/** ABA routing number: nine digits, weights 3 7 1, sum divisible by 10. */
export const isAba = (text: string): boolean => /^\d{9}$/.test(text) && weighted(text, [3, 7, 1]) % 10 === 0

/** Mexican CLABE: 17 digits and a check digit, weights 3 7 1, the last digit of each product. */
export function isClabe(text: string): boolean {
  if (!/^\d{18}$/.test(text)) return false
  const sum = weighted(text.slice(0, 17), [3, 7, 1], (product) => product % 10)
  return Number(text[17]) === (10 - (sum % 10)) % 10
}

/** Norwegian account number: eleven digits, the last a mod 11 check digit, weights 2 to 7 from the right. */
export function isNorwegianAccount(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false
  const rest = weighted(text.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return rest !== 1 && Number(text[10]) === (rest === 0 ? 0 : 11 - rest)
}

/** Creditor reference (ISO 11649) in capitals without spaces: RF, two check digits, 1 to 21 letters or digits. */
export const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1

/** Swiss QR reference: 26 digits and a check digit, modulo 10 recursive. */
export function isQrReference(text: string): boolean {
  if (!/^\d{27}$/.test(text)) return false
  const table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
  const carry = Array.from(text.slice(0, 26), Number).reduce((held, digit) => table[(held + digit) % 10]!, 0)
  return (10 - carry) % 10 === Number(text[26])
}

/** Brazilian CPF, with or without punctuation: nine digits and two mod 11 check digits; eleven equal digits are none. */
export function isCpf(text: string): boolean {
  const digits = text.replace(/[.-]/g, '')
  if (!/^\d{11}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false
  return hasElevenChecks(digits, 11)
}

/** Brazilian CNPJ, with or without punctuation: twelve letters (since July 2026) or digits and two check digits. */
export function isCnpj(text: string): boolean {
  const plain = text.replace(/[./-]/g, '')
  if (!/^[A-Z0-9]{12}\d{2}$/.test(plain) || /^0*$/.test(plain)) return false
  return hasElevenChecks(plain, 9)
}

/** The last two characters each check all before them: mod 11, weights 2, 3 … from the right, back to 2 after `top`. */
function hasElevenChecks(text: string, top: number): boolean {
  return [2, 1].every((fromEnd) => {
    const body = Array.from(text.slice(0, -fromEnd), (character) => character.charCodeAt(0) - 48).reverse()
    const sum = body.reduce((held, value, i) => held + value * (2 + (i % (top - 1))), 0)
    const rest = sum % 11
    return Number(text.at(-fromEnd)) === (rest < 2 ? 0 : 11 - rest)
  })
}
