import { generateSecret, generateURI, verifySync } from 'otplib'

const STEP_SECONDS = 30

/** Generates 160 random bits in base32 for an authenticator app. */
export const newTotpSecret = (): string => generateSecret({ length: 20 })

/**
 * The address that an authenticator app reads from a QR code.
 *
 * @param issuer name of the institution, which the app shows
 */
export const totpAddress = (issuer: string, username: string, secret: string): string =>
  generateURI({ issuer, label: username, secret })

/**
 * Returns the time step (RFC 6238: 30 seconds) of a code; undefined if it matches neither the current one nor its
 * neighbours.
 *
 * @param wall wall time: the user's phone knows no other
 */
export function totpStep(code: string, secret: string, wall: Date): number | undefined {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const epoch = Math.floor(wall.getTime() / 1000)
  const checked = verifySync({ secret, token: digits, epoch, epochTolerance: STEP_SECONDS })
  return checked.valid ? Math.floor(epoch / STEP_SECONDS) + (checked.delta ?? 0) : undefined
}
