/** Returns true if the text is a legal entity identifier: ISO 17442, check digits by ISO 7064 mod 97-10. */
export function isLei(text: string): boolean {
  return /^[A-Z0-9]{18}[0-9]{2}$/.test(text) && mod97(text) === 1
}

/** Letters count as 10 to 35. */
function mod97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
