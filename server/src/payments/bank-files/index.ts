/** A bank connected by files: the file rail of a folder, and the booking of its reports and credits. */
export { type BankFiles, openBankFiles } from './bank-files.ts'
