/** Read/Write 3.1: translates between its words and the data of `consents`, `resources` and `initiation`. */
export { v31Module } from './module.ts'
