import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { encodeImage, type EventView, readEach } from '../../events/index.ts'
import { findBalances } from '../../ledger/index.ts'
import { type Entity, type EntityProfile, getProfile } from '../../entities/index.ts'
import type { AccountDeps } from '../deps.ts'
import { type AccountFeatures, presentAccount } from '../present.ts'
import { type Account, findAccount } from '../queries.ts'
import { AccountOut } from '../schema.ts'
import { StatementSummary } from '../statements/schema.ts'
import { findStatement, type StoredStatement } from '../statements/queries.ts'
import { presentSummary } from '../statements/statement.ts'

type Deps = Pick<AccountDeps, 'accounts'>

/** An account and its balance at one moment, in minor units. */
interface AccountImage {
  account: Account
  version: number
  holder: Entity
  /** Absent in images of earlier releases. */
  settings?: AccountFeatures
  balance: { balanceMinor: bigint; heldMinor: bigint; sequence: bigint }
}

/** Returns the image of an account up to its balance, for a statement that posts: `ledger_balance_image` and `}` complete it. */
export const imageBeforeBalance = (account: Account, profile: EntityProfile): string =>
  `${encodeImage({ account, version: account.version, ...holderIn(profile) }).slice(0, -1)},"balance":`

const holderIn = ({ entity, settings: { features } }: EntityProfile) => ({
  holder: entity,
  settings: { features: { internalTransfers: features.internalTransfers } },
})

const NOTHING = { balanceMinor: 0n, heldMinor: 0n, sequence: 0n }

/** Accounts in events, with their balances: clients count on them without reading the ledger. */
export const accountView = ({ institution }: Pick<AccountDeps, 'institution'>): EventView<AccountImage> => ({
  scope: 'reporting:read',
  schema: AccountOut,
  async read(db, entityId, ids) {
    const [balances, profile, ...accounts] = await Promise.all([
      findBalances(db, entityId, ids),
      getProfile(db, entityId),
      ...ids.map((id) => findAccount(db, entityId, id)),
    ])
    const images = new Map<string, AccountImage>()
    for (const account of accounts) {
      if (!account || !profile) continue
      const { accountId } = account
      const { balanceMinor, heldMinor, sequence } = balances.find((row) => row.accountId === accountId) ?? NOTHING
      images.set(accountId, {
        account,
        version: account.version,
        ...holderIn(profile),
        balance: { balanceMinor, heldMinor, sequence },
      })
    }
    return images
  },
  present: ({ account, holder: entity, settings }) => presentAccount(account, { entity, settings }, institution),
  balanceOf: ({ account: { currency, permissions }, balance: { balanceMinor, heldMinor, sequence } }) =>
    permissions.includes('Reporting')
      ? {
          currency,
          booked: formatAmount(balanceMinor, currency),
          available: formatAmount(balanceMinor - heldMinor, currency),
          ledgerSequence: Number(sequence),
        }
      : undefined,
})

/** Stored statements in events, as their list shows them. */
export const statementView = ({ accounts }: Deps): EventView<StoredStatement> => ({
  scope: 'reporting:read',
  schema: StatementSummary,
  read: readEach(findStatement),
  async present(statement) {
    const account = await accounts.find(statement.entityId, formatId('acc', statement.accountId))
    return account?.permissions.includes('Reporting') ? presentSummary(statement) : undefined
  },
})
