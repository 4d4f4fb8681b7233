import type { CommandContext } from '../../../kernel/http/command.ts'
import { actorOf } from '../../../kernel/http/principal.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { acceptRecorded, type PaymentWithHistory } from '../../../payments/index.ts'
import type { Consent } from '../../consents/index.ts'
import type { IdempotentCall } from '../../http/index.ts'
import type { MakingDeps } from '../deps.ts'
import type { InitiatedPayment } from '../queries.ts'
import { asked, transferCurrency } from '../terms/terms.ts'
import { initiatedBy, makerOf, type Moment } from './initiate.ts'
import { orderOf } from './order.ts'
import { verificationFor } from './payee-check.ts'
import type { Initiations } from './record.ts'

/**
 * Makes the payment of an authorised consent together with others, in one statement that uses the consent up too. Only a
 * payment that nothing stops and that needs no exchange is made so.
 *
 * @returns the payment with its link; undefined if nothing is stored: `initiate` then decides
 */
export async function initiateInSet(
  deps: MakingDeps & { initiations: Initiations },
  consent: Consent,
  call: IdempotentCall,
  { actor: _thirdParty, ...moment }: Moment & Pick<CommandContext, 'actor'>,
): Promise<{ link: InitiatedPayment; payment: PaymentWithHistory } | undefined> {
  const profile = await deps.entities.get(consent.entityId!)
  const order = profile && (await plainOrder(deps, consent, moment.at, profile))
  if (!order) return undefined
  const principal = makerOf(consent, profile)
  const context = { principal, actor: actorOf(principal), ...moment }
  const { EndToEndIdentification: endToEndId } = asked(consent.terms!).initiation
  let link: InitiatedPayment | undefined
  const made = await acceptRecorded(deps.initiations, { ...deps, ...deps.payments }, context, order, {
    origin: { endToEndId },
    complete(accepted, { row }) {
      link = initiatedBy(consent, row, undefined, moment.at)
      return { ...accepted, record: { link, call } }
    },
  })
  return made && { link: link!, payment: made.view }
}

/** Returns the order of a consent that needs no exchange and breaks no rule now; undefined for any other. */
async function plainOrder(
  deps: MakingDeps,
  consent: Consent,
  at: Date,
  profile: NonNullable<Awaited<ReturnType<MakingDeps['entities']['get']>>>,
) {
  const { initiation } = asked(consent.terms!)
  if (initiation.ExchangeRateInformation?.RateType === 'Agreed') return undefined
  const payer = await deps.accounts.find(consent.entityId!, formatId('acc', consent.accountIds[0]!))
  if (payer?.currency !== transferCurrency(initiation)) return undefined
  try {
    const verification = verificationFor(consent, profile, at)
    return orderOf(deps, consent, at, { verificationId: verification?.verificationId })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
