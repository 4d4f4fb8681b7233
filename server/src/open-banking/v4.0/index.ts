/** Read/Write 4.0: translates between its words and the data of `consents`, `resources` and `initiation`. */
export { v40Module } from './module.ts'
