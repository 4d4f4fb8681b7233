import { accountsOf } from '../../../accounts/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { fieldError } from '../../../kernel/values/refusals.ts'
import { refuse } from '../rules.ts'
import type { GivenItem } from '../service.ts'
import type { FileOrder } from './pain001.ts'

/** Converts orders of a file to items, with the accounts that pay found among the entity's by their numbers. */
export async function withAccounts(tx: Tx, entityId: string): Promise<(order: FileOrder) => GivenItem> {
  const accounts = await accountsOf(tx, entityId)
  const idOf = new Map<string, string>()
  for (const { accountId, iban, accountNumber } of accounts) {
    const id = formatId('acc', accountId)
    for (const number of [iban, accountNumber, id]) if (number) idOf.set(number, id)
  }
  return ({ order, debtorAccount, endToEndId, ...found }) => ({
    item: {
      ...order,
      accountId: idOf.get(debtorAccount) ?? (debtorAccount === '' ? undefined : debtorAccount),
      ...(endToEndId === undefined ? {} : { endToEndId }),
    },
    ...findingsOf(found),
  })
}

/** Elements that a payment cannot carry are errors, elements that are not sent on are warnings. */
const findingsOf = ({ notCarried, notSent }: Pick<FileOrder, 'notCarried' | 'notSent'>) => ({
  errors: notCarried.length === 0 ? [] : [fieldError('', refuse.file_element_not_carried({ elements: notCarried }))],
  warnings: notSent.map((element) => ({
    pointer: '',
    code: 'file_element_not_sent',
    message: `${element} is not sent on.`,
  })),
})
