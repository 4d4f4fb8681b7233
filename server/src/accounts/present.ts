import type { Entity } from '../entities/index.ts'
import type { Institution } from '../institution/index.ts'
import { formatId } from '../kernel/values/ids.ts'
import { formatAmount } from '../kernel/values/money.ts'
import { fundingInstructions } from './funding.ts'
import type { Account } from './queries.ts'
import type { AccountOut, BalanceOut } from './schema.ts'

/** An account as it goes out. */
export function presentAccount(account: Account, holder: Entity, institution: Institution): AccountOut {
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
    holder: { name: holder.legalName, address: holder.addresses[0] ?? null },
    permissions,
    fundingInstructions: fundingInstructions(account, institution),
    capabilities: {
      internalTransfers: open && holder.serviceKind === 'ABS',
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
