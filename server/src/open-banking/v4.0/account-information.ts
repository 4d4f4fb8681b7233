import { Type } from 'typebox'
import { ExactNumber, exactly, formatDate } from '../http/index.ts'
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

const schemas = accountSchemas({
  account: {
    AccountCategory: Type.String(),
    AccountTypeCode: Type.String(),
    StatementFrequencyAndFormat: Type.Optional(
      Type.Array(exactly({ Frequency: Type.String(), CommunicationMethod: Type.String(), Format: Type.String() })),
    ),
  },
  balanceTypes: ['ITAV', 'ITBD'],
  transactionStatuses: ['BOOK', 'PDNG'],
})

/** Account information in the words of v4.0: ISO codes. */
export const accountWords: AccountWords = {
  version: '4.0',
  account,
  balance,
  beneficiary,
  transaction,
  statement,
  schemas,
}

/** A statement of each month, to be fetched as a PDF. Shown with detail only. */
const STATEMENTS = [{ Frequency: 'MNTH', CommunicationMethod: 'ONLI', Format: 'DPDF' }]

function account(item: AccountItem): object {
  return {
    AccountId: item.accountId,
    Status: item.status,
    Currency: item.currency,
    AccountCategory: item.category,
    AccountTypeCode: item.typeCode,
    Description: item.description,
    Nickname: item.nickname,
    OpeningDate: formatDate(item.openedAt),
    Account: item.identifications?.map(numberOf),
    StatementFrequencyAndFormat: item.identifications && STATEMENTS,
    Servicer: item.servicer && agentOf(item.servicer),
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
    Type: item.type,
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
    Status: item.status,
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
    BankTransactionCode: { Code: code.family, SubCode: code.subFamily },
    ProprietaryBankTransactionCode: { Code: code.proprietary, Issuer: code.issuer },
    Balance: item.balance && {
      CreditDebitIndicator: item.balance.direction,
      Type: item.balance.type,
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
