/**
 * The people who act for an entity where a person must (payment service users of open banking): their passwords, one-time
 * codes, passkeys and lock-out. What they may decide is said by the module that asks them.
 */
export { createLogIn, type LogIn } from './log-in.ts'
export { createPasskeys, type Passkeys, type StoredPasskey } from './passkeys.ts'
export { findUser, findUserByName, listUsers, type User } from './queries.ts'
export { createUser, isLiveUser, setUserSecrets, setUserStatus, unlockUser, type UserCredentials } from './service.ts'
