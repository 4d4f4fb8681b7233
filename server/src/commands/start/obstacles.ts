/** @throws Error with all that prevents the start, if there is anything */
export function checkObstacles(texts: readonly string[]): void {
  const [first] = texts
  if (first === undefined) return
  if (texts.length === 1) throw new Error(first)
  throw new Error(`The service cannot start:\n${texts.map((text) => `  ${text}`).join('\n')}`)
}
