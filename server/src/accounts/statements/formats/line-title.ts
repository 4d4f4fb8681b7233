import type { TransactionOut } from '../../schema.ts'

/** "FxSettlement" as people write it. */
const words = (type: string): string => type.replaceAll(/(?<=[a-z])([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`)

/**
 * Returns the title of a line. A return shows the description with its reason, because the counterparty's name alone
 * would look like a receipt from it.
 */
export const titleOf = ({ type, description, counterparty }: TransactionOut): string =>
  counterparty?.name && !(type === 'PaymentReturn' && description)
    ? `${words(type)}: ${counterparty.name}`
    : (description ?? words(type)).replace(/^Fx /, 'FX ')
