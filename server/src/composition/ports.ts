import { findAccount } from '../accounts/index.ts'
import { type BeneficiaryDeps, lockBeneficiary, takeVerification } from '../beneficiaries/index.ts'
import { closeCaseOfPayment, screenPayees } from '../compliance/index.ts'
import type { Config } from '../config.ts'
import {
  type CloseOut,
  initialMarginAwaitingFunds,
  marginCallsAwaitingFunds,
  type SettleDeps,
} from '../credit/margin/index.ts'
import type { EntityRouteDeps } from '../entities/index.ts'
import { type Calendars, forwardReach } from '../fx/calendar/index.ts'
import {
  approvedDrawdown,
  approvedForward,
  closeOutForMargin,
  coverSettlement,
  type ForwardDeps,
  type ForwardPolicy,
  closeOutConfirmation,
  drawdownConfirmation,
  forwardConfirmation,
  forwardSettlements,
  initialMarginPaid,
  noDebits,
  refusedDrawdown,
} from '../fx/forwards/index.ts'
import { approvedHeldRate } from '../fx/held-rates/index.ts'
import { approvedSpot, spotSettlement } from '../fx/spot/index.ts'
import { type PayoutPort, type TradeContext, tradesAwaitingFunds } from '../fx/trades/index.ts'
import type { Deps } from '../kernel/http/http.ts'
import type { FundingClass } from '../ledger/index.ts'
import {
  attachedPayments,
  type PaymentDeps,
  paymentsAwaitingFunds,
  paymentsWaitingFor,
  recheckPaymentsTo,
} from '../payments/index.ts'
import type { VerificationContext } from '../payments/vop/index.ts'
import type { Screening } from '../screening/index.ts'
import { type SandboxContext, simulatedDebits } from '../sim/index.ts'

/** Functions of later modules that earlier modules call. */
export interface Ports
  extends SettleDeps,
    Pick<ForwardDeps, 'hasBeneficiary' | 'debits'>,
    Pick<TradeContext, 'approvedProducts' | 'settlements' | 'confirmedProducts'>,
    Pick<BeneficiaryDeps, 'hasAccount' | 'paymentsWaitingFor' | 'payeeChanged' | 'screen'>,
    Pick<VerificationContext, 'payeeVerified'>,
    Pick<SandboxContext, 'decideHeld'>,
    Pick<EntityRouteDeps, 'forwardReach'> {
  policy: ForwardPolicy
  payouts: PayoutPort
  closeOut: CloseOut
  findAccount: typeof findAccount
  /** Priority for the money of an account: due trades, then initial margin, then payments. */
  fundingOrder: readonly FundingClass[]
}

interface PortDeps
  extends Deps,
    Pick<ForwardDeps, 'sources' | 'entities' | 'accounts'>,
    Pick<PaymentDeps, 'counting' | 'modulusTable' | 'policies' | 'verification' | 'advice'> {
  calendars: Calendars
  screening: Screening
}

/** Binds the functions of later modules to the services of this process. */
export function bindPorts(deps: PortDeps, config: Pick<Config, 'sandbox' | 'overdueGraceHours'>): Ports {
  const { db, clock, sources, entities, accounts, calendars, screening } = deps
  const policy = { overdueGraceHours: config.overdueGraceHours }
  const debits = config.sandbox ? simulatedDebits : noDebits
  const payouts = attachedPayments({ ...deps, findAccount })
  const hasBeneficiary: ForwardDeps['hasBeneficiary'] = async (tx, entityId, beneficiaryId) =>
    (await lockBeneficiary(tx, entityId, beneficiaryId, 'share'))?.status === 'Active'
  const forwards = { sources, entities, accounts, payouts, policy, debits, hasBeneficiary }
  const margin = initialMarginPaid({ sources, policy })
  const settlements = {
    ...forwardSettlements({ debits, sources, policy }),
    Spot: { ...spotSettlement(policy), ...coverSettlement },
  }
  return {
    ...margin,
    policy,
    debits,
    payouts,
    hasBeneficiary,
    settlements,
    approvedProducts: {
      Spot: approvedSpot({ sources, entities, accounts }),
      HeldRate: approvedHeldRate({ sources, entities, accounts }),
      Forward: approvedForward(forwards),
      Drawdown: { ...approvedDrawdown(forwards), ...refusedDrawdown(forwards) },
    },
    confirmedProducts: {
      Forward: forwardConfirmation,
      Drawdown: drawdownConfirmation,
      CloseOut: closeOutConfirmation,
    },
    closeOut: closeOutForMargin({ sources, policy }),
    fundingOrder: [
      tradesAwaitingFunds({ clock, products: settlements }),
      initialMarginAwaitingFunds({ clock, ...margin }),
      marginCallsAwaitingFunds({ clock, ...margin }),
      paymentsAwaitingFunds({ clock, findAccount, calendars }),
    ],
    findAccount,
    hasAccount: async (entityId, accountId) => Boolean(await findAccount(db.reader, entityId, accountId)),
    payeeVerified: takeVerification,
    paymentsWaitingFor,
    payeeChanged: recheckPaymentsTo,
    screen: screenPayees(screening),
    decideHeld: closeCaseOfPayment,
    forwardReach: (setting, at) => forwardReach(calendars, setting, at),
  }
}
