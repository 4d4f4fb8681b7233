import type { AccountSchemas } from './schemas.ts'

interface Operation {
  id: string
  summary: string
  description: string
  /** Name of the list in `Data`. */
  list: keyof AccountSchemas
}

const CHOSEN = 'Returns those of all accounts that the user chose.'
const HUNDRED = 'A page has up to 100; follow `Links.Next`.'

/** Descriptions of the operations of account information, by path. */
export const DESCRIBED: Record<string, Operation> = {
  '/accounts': {
    id: 'listAccounts',
    summary: 'List accounts of the consent',
    description:
      'Returns the accounts that the user chose. Account numbers need ReadAccountsDetail. Closed accounts are left out.',
    list: 'Account',
  },
  '/accounts/:AccountId': {
    id: 'getAccount',
    summary: 'Get an account of the consent',
    description: 'Returns an account that the user chose. Its number needs ReadAccountsDetail.',
    list: 'Account',
  },
  '/accounts/:AccountId/balances': {
    id: 'listAccountBalances',
    summary: 'List balances of an account',
    description: 'Returns the interim booked balance and the interim available one, which is less what is held.',
    list: 'Balance',
  },
  '/balances': {
    id: 'listBalances',
    summary: 'List balances of all accounts of the consent',
    description: `The interim booked balance, and the interim available one, which is less what is held. ${CHOSEN}`,
    list: 'Balance',
  },
  '/accounts/:AccountId/beneficiaries': {
    id: 'listAccountBeneficiaries',
    summary: 'List payees of an account',
    description: `Returns the saved payees in the currency of the account. Their accounts need ReadBeneficiariesDetail. ${HUNDRED}`,
    list: 'Beneficiary',
  },
  '/beneficiaries': {
    id: 'listBeneficiaries',
    summary: 'List payees of all accounts of the consent',
    description: `Returns the saved payees in the currencies of the accounts that the user chose. Their accounts need ReadBeneficiariesDetail. ${HUNDRED}`,
    list: 'Beneficiary',
  },
  '/accounts/:AccountId/transactions': {
    id: 'listAccountTransactions',
    summary: 'List transactions of an account',
    description: `Returns pending entries on the first page, then the booked ones, newest first, within the span of the consent. ${HUNDRED}`,
    list: 'Transaction',
  },
  '/transactions': {
    id: 'listTransactions',
    summary: 'List transactions of all accounts of the consent',
    description: `Account after account: pending entries on the first page, then the booked ones, newest first, within the span of the consent. ${HUNDRED}`,
    list: 'Transaction',
  },
  '/accounts/:AccountId/statements': {
    id: 'listAccountStatements',
    summary: 'List statements of an account',
    description: `Returns the monthly statements of closed months, newest first. A statement appears only if the span of the consent contains it. ${HUNDRED}`,
    list: 'Statement',
  },
  '/statements': {
    id: 'listStatements',
    summary: 'List statements of all accounts of the consent',
    description: `Monthly statements of closed months, newest first. ${CHOSEN} ${HUNDRED}`,
    list: 'Statement',
  },
  '/accounts/:AccountId/statements/:StatementId': {
    id: 'getStatement',
    summary: 'Get a statement of an account',
    description: 'Returns a monthly statement, which never changes. Its amounts need ReadStatementsDetail.',
    list: 'Statement',
  },
  '/accounts/:AccountId/statements/:StatementId/transactions': {
    id: 'listStatementTransactions',
    summary: 'List transactions of a statement',
    description: `Returns the booked transactions of the statement's month, newest first. ${HUNDRED}`,
    list: 'Transaction',
  },
}
