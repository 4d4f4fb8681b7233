import type { Entity, EntityProfile } from '../entities/index.ts'
import type { Institution } from '../institution/index.ts'
import { formatId } from '../kernel/values/ids.ts'
import { formatAmount } from '../kernel/values/money.ts'
import { fundingInstructions } from './funding.ts'
import type { Account } from './queries.ts'
import type { AccountOut, BalanceOut } from './schema.ts'

/** The features of a holder that its accounts show. */
export interface AccountFeatures {
  features: Pick<EntityProfile['settings']['features'], 'internalTransfers'>
}

/** The holder of an account. Accounts in events of earlier releases lack its settings. */
interface Holder {
  entity: Entity
  settings?: AccountFeatures | undefined
}

/** An account as it goes out. */
export function presentAccount(account: Account, holder: Holder, institution: Institution): AccountOut {
  const { entity, settings } = holder
  const { internalTransfers } = settings?.features ?? { internalTransfers: true }
  const { iban, bic, accountNumber, sortCode, routingCodes, permissions } = account
  const open = account.status === 'Active'
  return {
    accountId: formatId('acc', account.accountId),
    entityId: formatId('ent', account.entityId),
    name: account.name,
    friendlyName: account.friendlyName,
    currency: account.currency,
    type: account.type,
    status: account.status,
    isDefault: account.isDefault,
    identifiers: { iban, bic, accountNumber, sortCode, routingCodes },
    holder: { name: entity.legalName, address: entity.addresses[0] ?? null },
    permissions,
    fundingInstructions: fundingInstructions(account, institution),
    capabilities: {
      internalTransfers: open && entity.serviceKind === 'ABS' && internalTransfers,
      payments: open && permissions.includes('Payments'),
      fx: open && permissions.includes('Fx'),
    },
    openedAt: account.openedAt.toISOString(),
    closedAt: account.closedAt?.toISOString() ?? null,
  }
}

/** Minor units. */
export interface BalanceFigures {
  bookedMinor: bigint
  held: { payment: bigint; trade: bigint; margin: bigint }
  sequence: bigint
  /** Received and held back. */
  pendingInMinor: bigint
}

/** A balance as it goes out. */
export function presentBalance(account: Account, figures: BalanceFigures, asAt: Date): BalanceOut {
  const { bookedMinor, held, sequence, pendingInMinor } = figures
  const amount = (minor: bigint) => formatAmount(minor, account.currency)
  const zero = amount(0n)
  return {
    accountId: formatId('acc', account.accountId),
    entityId: formatId('ent', account.entityId),
    currency: account.currency,
    iban: account.iban,
    amount: amount(bookedMinor < 0n ? -bookedMinor : bookedMinor),
    creditOrDebit: bookedMinor < 0n ? 'Debit' : 'Credit',
    booked: amount(bookedMinor),
    available: amount(bookedMinor - held.payment - held.trade - held.margin),
    pendingIn: amount(pendingInMinor),
    pendingOut: amount(held.payment),
    held: { payments: amount(held.payment), trades: amount(held.trade), margin: amount(held.margin) },
    creditLine: zero,
    asAt: asAt.toISOString(),
    ledgerSequence: Number(sequence),
  }
}
