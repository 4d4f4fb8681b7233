/**
 * Spelling of names in requests: a trailing `ID` is read as `Id`, and the case of the first letter does not matter.
 * Answers use one spelling, `entityId`.
 */
export function canonicalName(name: string): string {
  const first = name.charCodeAt(0)
  const lowered = first >= 65 && first <= 90 ? name[0]!.toLowerCase() + name.slice(1) : name
  return lowered.endsWith('ID') ? `${lowered.slice(0, -2)}Id` : lowered
}

/** The name among the known ones that a sent name stands for; undefined where it stands for none. */
export function knownName(name: string, isKnown: (name: string) => boolean): string | undefined {
  if (isKnown(name)) return name
  const canonical = canonicalName(name)
  return isKnown(canonical) ? canonical : undefined
}
