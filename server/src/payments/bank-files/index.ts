/** Banks connected by files: the file rail of each folder, and the booking of its reports and credits. */
export { type BankFiles, openBanks } from './bank-files.ts'
export { bankFilesModule } from './module.ts'
export { idsOf } from './equal-money.ts'
export { likenessOfFunds } from './same-funds.ts'
