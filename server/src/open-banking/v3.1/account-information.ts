import { Type } from 'typebox'
import { ExactNumber, formatDate } from '../http/index.ts'
import { accountSchemas } from '../resources/index.ts'
import type {
  AccountItem,
  AccountWords,
  AgentItem,
  BalanceItem,
  BeneficiaryItem,
  Identification,
  StatementItem,
  TransactionItem,
} from '../resources/index.ts'
import { codeInWords } from './transaction-codes.ts'

const schemas = accountSchemas({
  account: { AccountType: Type.String(), AccountSubType: Type.String() },
  balanceTypes: ['InterimAvailable', 'InterimBooked'],
  transactionStatuses: ['Booked', 'Pending'],
})

/** Account information in the words of v3.1: long names for the ISO codes we keep. */
export const accountWords: AccountWords = {
  version: '3.1',
  account,
  balance,
  beneficiary,
  transaction,
  statement,
  schemas,
}

const BALANCE_TYPES = { ITAV: 'InterimAvailable', ITBD: 'InterimBooked' } as const

function account(item: AccountItem): object {
  return {
    AccountId: item.accountId,
    Status: item.status,
    Currency: item.currency,
    AccountType: item.category,
    AccountSubType: 'CurrentAccount',
    Description: item.description,
    Nickname: item.nickname,
    OpeningDate: formatDate(item.openedAt),
    Account: item.identifications?.map(numberOf),
    Servicer: item.servicer && { SchemeName: item.servicer.schemeName, Identification: item.servicer.identification },
  }
}

const numberOf = ({ schemeName, identification, name, secondaryIdentification }: Identification): object => ({
  SchemeName: schemeName,
  Identification: identification,
  Name: name,
  SecondaryIdentification: secondaryIdentification,
})

const agentOf = ({ schemeName, identification, name }: AgentItem): object => ({
  SchemeName: schemeName,
  Identification: identification,
  Name: name,
})

const amountOf = ({ amount, currency }: { amount: string; currency: string }): object => ({
  Amount: amount,
  Currency: currency,
})

function balance(item: BalanceItem): object {
  return {
    AccountId: item.accountId,
    CreditDebitIndicator: item.direction,
    Type: BALANCE_TYPES[item.type],
    DateTime: formatDate(item.at),
    Amount: amountOf(item.amount),
  }
}

function beneficiary(item: BeneficiaryItem): object {
  return {
    AccountId: item.accountId,
    BeneficiaryId: item.beneficiaryId,
    BeneficiaryType: 'Ordinary',
    Reference: item.reference,
    CreditorAgent: item.creditorAgent && agentOf(item.creditorAgent),
    CreditorAccount: item.creditorAccount && numberOf(item.creditorAccount),
  }
}

function transaction(item: TransactionItem): object {
  const { exchange, code } = item
  return {
    AccountId: item.accountId,
    TransactionId: item.transactionId,
    TransactionReference: item.reference,
    CreditDebitIndicator: item.direction,
    Status: item.status === 'BOOK' ? 'Booked' : 'Pending',
    TransactionMutability: item.status === 'BOOK' ? 'Immutable' : 'Mutable',
    BookingDateTime: formatDate(item.bookedAt),
    ValueDateTime: item.valueAt && formatDate(item.valueAt),
    TransactionInformation: item.information,
    Amount: amountOf(item.amount),
    CurrencyExchange: exchange && {
      SourceCurrency: exchange.sourceCurrency,
      TargetCurrency: exchange.targetCurrency,
      UnitCurrency: exchange.unitCurrency,
      ExchangeRate: new ExactNumber(exchange.rate),
    },
    BankTransactionCode: codeInWords(code),
    ProprietaryBankTransactionCode: { Code: code.proprietary, Issuer: code.issuer },
    Balance: item.balance && {
      CreditDebitIndicator: item.balance.direction,
      Type: BALANCE_TYPES[item.balance.type],
      Amount: amountOf(item.balance.amount),
    },
    CreditorAgent: item.creditorAgent && agentOf(item.creditorAgent),
    CreditorAccount: item.creditorAccount && numberOf(item.creditorAccount),
    DebtorAgent: item.debtorAgent && agentOf(item.debtorAgent),
    DebtorAccount: item.debtorAccount && numberOf(item.debtorAccount),
  }
}

function statement(item: StatementItem): object {
  return {
    AccountId: item.accountId,
    StatementId: item.statementId,
    StatementReference: item.reference,
    Type: item.type,
    StartDateTime: formatDate(item.startAt),
    EndDateTime: formatDate(item.endAt),
    CreationDateTime: formatDate(item.createdAt),
    StatementAmount: item.amounts?.map(({ type, direction, amount }) => ({
      CreditDebitIndicator: direction,
      Type: type,
      Amount: amountOf(amount),
    })),
  }
}
