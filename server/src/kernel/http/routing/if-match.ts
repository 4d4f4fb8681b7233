import { type Refusal, refusals } from '../../values/refusals.ts'

const refuse = refusals({
  if_match_invalid: {
    status: 400,
    standsAlone: true,
    message: 'If-Match is the ETag of an earlier answer, for example "3".',
  },
})

/** Returns the ETag of a resource at a version. */
export const etagOf = ({ version }: { version: number }): string => `"${version}"`

/**
 * Checks that a resource is at the version that the caller has seen.
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
  const given = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch)?.[1]
  if (given === undefined) throw refuse.if_match_invalid()
  if (Number(given) !== current) throw conflict({ given: Number(given), current })
}
