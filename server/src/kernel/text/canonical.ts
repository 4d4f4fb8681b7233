/** Returns the canonical JSON of a value: members sorted by name, without undefined ones. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const held = value as Record<string, unknown>
  let out = ''
  for (const name of Object.keys(held).sort()) {
    if (held[name] !== undefined) out += `${out === '' ? '' : ','}${JSON.stringify(name)}:${canonical(held[name])}`
  }
  return `{${out}}`
}
