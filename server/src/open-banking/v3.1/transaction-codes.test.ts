import { expect, test } from 'vitest'
import { BANK_TRANSACTION_CODES } from '../../accounts/bank-transaction-codes.ts'
import { SCHEMES } from '../../payments/schemes/index.ts'
import { codeInWords } from './transaction-codes.ts'

const ofTypes = Object.values(BANK_TRANSACTION_CODES).flatMap((codes) => codes.filter((code) => code !== undefined))
const posted = [...new Set([...ofTypes, ...Object.values(SCHEMES).map(({ iso20022 }) => iso20022.bankTransactionCode)])]

test.each(posted)('%s, which the ledger posts, is described in words, not in codes', (code) => {
  const [, family, subFamily] = code.split(' ') as [string, string, string]
  const { Code, SubCode } = codeInWords({ family, subFamily })
  expect([Code, SubCode].filter((word) => /^[A-Z]{4}$/.test(word))).toEqual([])
})

test('a code without a description is shown unchanged', () => {
  expect(codeInWords({ family: 'ZZZZ', subFamily: 'ESCT' })).toEqual({ Code: 'ZZZZ', SubCode: 'SEPACreditTransfer' })
})
