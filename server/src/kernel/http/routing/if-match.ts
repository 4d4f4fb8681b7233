import { type Refusal, refusals } from '../../values/refusals.ts'

const refuse = refusals({
  if_match_invalid: {
    status: 400,
    standsAlone: true,
    message: 'If-Match is the ETag of an earlier response, for example "3".',
  },
})

/** Returns the ETag of a resource at a version. */
export const etagOf = ({ version }: { version: number }): string => `"${version}"`

const TAGS = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/

/** Returns the ETags that a header names, without the mark of weak ones, which proxies add; undefined for another text. */
export const entityTags = (header: string): string[] | undefined =>
  TAGS.test(header) ? header.match(/"[^"]*"/g)! : undefined

/** Returns the version in an ETag of a resource; a GET adds a digest of its body. */
const versionIn = (tag: string): string | undefined => /^"(\d{1,9})(?:\.[\w-]+)?"$/.exec(tag)?.[1]

/**
 * Checks that a resource is at one of the versions that the caller has seen.
 *
 * @param ifMatch header If-Match: absent or "*" means any version
 * @param conflict refusal (412) of another version
 * @throws if_match_invalid, and `conflict`
 */
export function checkIfMatch(
  ifMatch: string | undefined,
  current: number,
  conflict: (versions: { given: number; current: number }) => Refusal,
): void {
  if (ifMatch === undefined || ifMatch === '*') return
  const versions = entityTags(ifMatch)?.map(versionIn) ?? [undefined]
  if (versions.includes(undefined)) throw refuse.if_match_invalid()
  const given = versions.map(Number)
  if (!given.includes(current)) throw conflict({ given: given[0]!, current })
}
