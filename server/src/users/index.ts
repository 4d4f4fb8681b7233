/**
 * Users who act for an entity when a person must (payment service users of open banking): passwords, one-time codes,
 * passkeys, known browsers, and delays after failed attempts. The calling module defines their rights.
 */
export { type Authenticators, type AuthenticatorSetup, createAuthenticators } from './authenticators.ts'
export {
  type Confirm,
  type Confirmation,
  createConfirm,
  verifyConfirmation,
} from './confirmation.ts'
export { createDevices, DEVICE_SECONDS, type Devices } from './devices.ts'
export { createLogIn, type LogIn } from './log-in.ts'
export { createLogInLimits } from './log-in-limits.ts'
export { createPasskeys, loadPasskeys, type Passkeys, type StoredPasskey } from './passkeys.ts'
export { findUser, findUserByName, listUsers, type User } from './queries.ts'
export { createUser, isLiveUser, setUserSecrets, setUserStatus, unlockUser, type UserCredentials } from './service.ts'
export { totpAddress } from './totp.ts'
export { usersModule } from './module.ts'
