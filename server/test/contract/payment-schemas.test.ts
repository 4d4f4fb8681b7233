import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { paymentWords as v31 } from '../../src/open-banking/v3.1/payment-initiation.ts'
import { paymentWords as v40 } from '../../src/open-banking/v4.0/payment-initiation.ts'

/**
 * Compares our bodies of payment initiation with the official files: members, required members, closed objects, limits,
 * codes.
 */

const folder = path.join(serverDirectory, '..', '..', 'shared', 'specs', 'obie')

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  enum?: string[]
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** Lists every place of a schema with its own rules. */
function places(schema: Schema, resolve: (schema: Schema) => Schema, at = ''): [place: string, says: Says][] {
  const node = resolve(schema)
  const inner = Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    places(child, resolve, `${at}/${name}`),
  )
  const items = node.items ? places(node.items, resolve, `${at}/*`) : []
  return [[at, saysOf(node)], ...inner, ...items]
}

interface Says {
  members?: string[]
  required?: string[]
  closed?: boolean
  codes?: string[]
  limits?: (number | undefined)[]
}

function saysOf(node: Schema): Says {
  if (node.properties) {
    return {
      members: Object.keys(node.properties).sort(),
      required: [...(node.required ?? [])].sort(),
      closed: node.additionalProperties === false,
    }
  }
  if (node.enum) return { codes: [...new Set(node.enum)].sort() }
  return { limits: [node.minLength, node.maxLength, node.maxItems] }
}

/** Intended differences with their reasons. */
const DIFFERENCES: Record<string, string> = {
  '3.1 /Risk': 'the misspelt member is taken in its right spelling too',
  '4.0 /Risk/PaymentContextCode': 'codes kept for old consents are not taken in new ones',
}

const KINDS = {
  domesticPayment: { consent: 'OBWriteDomesticConsent4', payment: 'OBWriteDomestic2' },
  internationalPayment: { consent: 'OBWriteInternationalConsent5', payment: 'OBWriteInternational3' },
} as const

describe.skipIf(!existsSync(folder)).each([
  ['3.1', v31],
  ['4.0', v40],
] as const)('v%s', (version, words) => {
  const file = path.join(folder, `v${version}`, 'payment-initiation-openapi.json')
  const schemas = () =>
    (JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: Record<string, Schema> } }).components.schemas

  test.each(
    Object.entries(KINDS).flatMap(([kind, names]) =>
      Object.entries(names).map(([body, name]) => [kind, body, name] as const),
    ),
  )('%s: the body of the %s is %s', (kind, body, name) => {
    const all = schemas()
    const resolve = (node: Schema): Schema => (node.$ref ? resolve(all[node.$ref.split('/').at(-1)!]!) : node)
    const official = new Map(places(all[name]!, resolve))
    const ours = new Map(places(words.bodies[kind as 'domesticPayment'][body as 'consent'] as Schema, (node) => node))
    const differing = [...official].flatMap(([place, says]) => {
      if (`${version} ${place}` in DIFFERENCES) return []
      const own = ours.get(place)
      return own && fits(own, says) ? [] : [{ place, official: says, ours: own }]
    })
    expect(differing).toEqual([])
  })
})

/** Returns true if our rules equal the official ones; where those are silent, our own limits are permitted. */
function fits(ours: Says, official: Says): boolean {
  if (official.limits) {
    return official.limits.every((limit, i) => limit === undefined || limit === 0 || ours.limits?.[i] === limit)
  }
  return JSON.stringify(ours) === JSON.stringify(official)
}
