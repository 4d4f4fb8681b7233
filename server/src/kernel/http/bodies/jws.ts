import { type JsonFinding, type JsonLimits, scanJson } from './scan-json.ts'

/** Limits of a header or a payload, far above any token. */
const LIMITS: JsonLimits = { members: 200, values: 5000 }

const REASONS: Record<JsonFinding['kind'], (pointer: string) => string> = {
  repeated: (pointer) => `contains the member ${pointer} more than once`,
  reserved: (pointer) => `contains the member ${pointer}, which is not supported`,
  long: (pointer) => `contains a member name that is too long${pointer === '' ? '' : ` in ${pointer}`}`,
  deep: () => 'is nested too deeply',
  members: () => `contains an object with more than ${LIMITS.members} members`,
  values: () => `contains more than ${LIMITS.values} values`,
}

/**
 * Returns why the JSON in a JWS is rejected before anything is decoded from it: above all a repeated name in one object, which two
 * readers may read differently. Undefined without such a reason, also for text in another form, which the decoder rejects.
 *
 * @param jws compact, with or without its payload; not verified
 * @returns part of a sentence: "header contains the member /alg more than once"
 */
export function jsonErrorOfJws(jws: string): string | undefined {
  const [header = '', payload = ''] = jws.split('.', 2)
  return errorOf('header', header) ?? errorOf('payload', payload)
}

function errorOf(part: 'header' | 'payload', encoded: string): string | undefined {
  const finding = scanJson(Buffer.from(encoded, 'base64url').toString('utf8'), LIMITS)
  return finding && `${part} ${REASONS[finding.kind](shown(finding.pointer))}`
}

/** Names come from a stranger, and descriptions of OAuth errors allow no quotes and no other alphabets. */
const shown = (pointer: string): string => pointer.slice(0, 100).replace(/[^!#-[\]-~]/g, '?')
