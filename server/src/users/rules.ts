import { refusals } from '../kernel/values/refusals.ts'
import type { DelayPolicy } from './attempts.ts'

const DAY = 86_400

/**
 * Delays after failed attempts to log in. They lock out no user: others' failures delay only their own address, and a browser
 * or passkey of the user has its own counters.
 */
export const COUNTERS = {
  /** One user from one address, or from one known browser. */
  origin: { free: 5, first: 2, longest: 900, forget: DAY },
  /** One address, whichever names it tries. */
  address: { free: 30, first: 2, longest: 900, forget: 3600 },
  /** One user from all unknown browsers: attempts are held, never rejected. */
  user: { free: 5, first: 0, longest: 0, forget: 900 },
  /** Wrong codes after a right password. */
  code: { free: 5, first: 60, longest: 3600, forget: DAY },
} as const satisfies Record<string, DelayPolicy>

const LONGEST_HOLD_SECONDS = 5

/** Returns how long an attempt is held before its check, by the failures of all others on the same user. */
export const heldSeconds = (failures: number): number =>
  failures <= COUNTERS.user.free ? 0 : Math.min(0.25 * 2 ** (failures - COUNTERS.user.free - 1), LONGEST_HOLD_SECONDS)

export const refuseUsers = refusals({
  user_not_found: { status: 404, message: 'The user does not exist.' },
  username_invalid: {
    status: 422,
    message:
      'A username has 3 to 64 characters: lower-case letters, digits and . _ @ + -, beginning with a letter or digit.',
  },
  username_taken: { status: 409, message: 'Another user has this name; choose another.' },
  password_too_weak: { status: 422, message: 'A password has 12 to 256 characters.' },
  log_in_failed: {
    status: 401,
    message: 'The username, password or code is wrong. After five failures each further attempt has to wait longer.',
  },
  log_in_delayed: {
    status: 429,
    message: 'Too many attempts failed. Try again in {wait}.',
    retryable: true,
  },
  authenticator_code_wrong: {
    status: 422,
    message:
      'The code is not the one that the new app shows. Check that its device has the right time, and type the code that it shows now.',
  },
  passkey_refused: { status: 422, message: 'The passkey was rejected: {reason}.' },
})

const USERNAME = /^[a-z0-9][a-z0-9._@+-]{2,63}$/

/** @throws username_invalid, password_too_weak */
export function checkNewUser(username: string, password: string): void {
  if (!USERNAME.test(username)) throw refuseUsers.username_invalid()
  if (password.length < 12 || password.length > 256) throw refuseUsers.password_too_weak()
}

/** The name as it is stored: people type capitals and blanks around it. */
export const normalName = (typed: string): string => typed.trim().toLowerCase().slice(0, 64)
