import { refusals } from '../kernel/values/refusals.ts'

/** Failures in a row after which a name is locked, and for how long. */
export const MAX_FAILURES = 5
export const LOCK_MINUTES = 15

export const refuseUsers = refusals({
  user_not_found: { status: 404, message: 'The user does not exist.' },
  username_invalid: {
    status: 422,
    message:
      'A username has 3 to 64 characters: small letters, digits and . _ @ + -, beginning with a letter or digit.',
  },
  username_taken: { status: 409, message: 'Another user has this name; choose another.' },
  password_too_weak: { status: 422, message: 'A password has 12 to 256 characters.' },
  log_in_failed: {
    status: 401,
    message: 'The username, password or code is wrong. Five failures in a row lock the login for 15 minutes.',
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
