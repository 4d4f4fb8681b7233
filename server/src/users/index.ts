/**
 * Users who act for an entity when a person must (payment service users of open banking): passwords, one-time codes,
 * passkeys and lock-out. The calling module defines their rights.
 */
export { createLogIn, type LogIn } from './log-in.ts'
export { createPasskeys, type Passkeys, type StoredPasskey } from './passkeys.ts'
export { findUser, findUserByName, listUsers, type User } from './queries.ts'
export { createUser, isLiveUser, setUserSecrets, setUserStatus, unlockUser, type UserCredentials } from './service.ts'
export { usersModule } from './module.ts'
