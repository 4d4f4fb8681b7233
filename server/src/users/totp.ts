import { generateSecret, generateURI, verifySync } from 'otplib'

const STEP_SECONDS = 30

/** 160 random bits in base32: what an authenticator app is given. */
export const newTotpSecret = (): string => generateSecret({ length: 20 })

/** The address that an authenticator app reads from a QR code. */
export const totpAddress = (username: string, secret: string): string =>
  generateURI({ issuer: 'Cambist', label: username, secret })

/**
 * The time step (RFC 6238: 30 seconds) whose code this is; undefined when it is none of the present one and its neighbours.
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
