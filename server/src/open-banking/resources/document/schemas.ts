import { type TProperties, type TSchema, Type } from 'typebox'
import { At, exactly } from '../../http/index.ts'

/** Schemas of a version's objects of account information, by the list that holds them. */
export type AccountSchemas = Record<'Account' | 'Balance' | 'Beneficiary' | 'Transaction' | 'Statement', TSchema>

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)
const Direction = Type.Enum(['Credit', 'Debit'])
const Amount = exactly({ Amount: Type.String(), Currency: Type.String() })
const Agent = exactly({
  SchemeName: Type.String(),
  Identification: Type.String(),
  Name: optional(Type.String()),
})
const Number = exactly({
  SchemeName: Type.String(),
  Identification: Type.String(),
  Name: optional(Type.String()),
  SecondaryIdentification: optional(Type.String()),
})
const Code = exactly({ Code: Type.String(), SubCode: Type.String() })

/** Words in which the versions differ. */
interface Differences {
  /** Members that say what kind of account it is. */
  account: TProperties
  balanceTypes: readonly string[]
  transactionStatuses: readonly string[]
}

/** Builds the schemas of a version: members that a consent hides are absent. */
export function accountSchemas(words: Differences): AccountSchemas {
  const Balance = exactly({
    AccountId: Type.String(),
    CreditDebitIndicator: Direction,
    Type: Type.Enum([...words.balanceTypes]),
    DateTime: At,
    Amount,
  })
  return { Account: accountOf(words), Balance, Beneficiary, Transaction: transactionOf(words), Statement }
}

const accountOf = ({ account }: Differences): TSchema =>
  exactly({
    AccountId: Type.String(),
    Status: Type.Enum(['Enabled', 'Disabled']),
    Currency: Type.String(),
    ...account,
    Description: Type.String(),
    Nickname: optional(Type.String()),
    OpeningDate: At,
    Account: optional(Type.Array(Number)),
    Servicer: optional(Agent),
  })

const Beneficiary = exactly({
  AccountId: optional(Type.String()),
  BeneficiaryId: Type.String(),
  BeneficiaryType: Type.Enum(['Ordinary']),
  Reference: optional(Type.String()),
  CreditorAgent: optional(Agent),
  CreditorAccount: optional(Number),
})

const Exchange = exactly({
  SourceCurrency: Type.String(),
  TargetCurrency: Type.String(),
  UnitCurrency: Type.String(),
  ExchangeRate: Type.Number(),
})

const transactionOf = ({ balanceTypes, transactionStatuses }: Differences): TSchema =>
  exactly({
    AccountId: Type.String(),
    TransactionId: Type.String(),
    TransactionReference: optional(Type.String()),
    CreditDebitIndicator: Direction,
    Status: Type.Enum([...transactionStatuses]),
    TransactionMutability: Type.Enum(['Immutable', 'Mutable']),
    BookingDateTime: At,
    ValueDateTime: optional(At),
    TransactionInformation: optional(Type.String()),
    Amount,
    CurrencyExchange: optional(Exchange),
    BankTransactionCode: Code,
    ProprietaryBankTransactionCode: exactly({ Code: Type.String(), Issuer: Type.String() }),
    Balance: optional(exactly({ CreditDebitIndicator: Direction, Type: Type.Enum([...balanceTypes]), Amount })),
    CreditorAgent: optional(Agent),
    CreditorAccount: optional(Number),
    DebtorAgent: optional(Agent),
    DebtorAccount: optional(Number),
  })

const Statement = exactly({
  AccountId: Type.String(),
  StatementId: Type.String(),
  StatementReference: Type.String(),
  Type: Type.Enum(['RegularPeriodic']),
  StartDateTime: At,
  EndDateTime: At,
  CreationDateTime: At,
  StatementAmount: optional(Type.Array(exactly({ CreditDebitIndicator: Direction, Type: Type.String(), Amount }))),
})
