import { formatId } from '../../kernel/values/ids.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { parsePair } from '../calendar/index.ts'
import type { RateAlertRow } from './queries.ts'
import { statusAt } from './rules.ts'

/** A rate alert as the wire shows it at an instant. */
export function presentRateAlert(alert: RateAlertRow, at: Date) {
  const { quoteDp } = parsePair(alert.currencyPair)
  return {
    rateAlertId: formatId('ral', alert.rateAlertId),
    entityId: formatId('ent', alert.entityId),
    status: statusAt(alert, at),
    currencyPair: alert.currencyPair,
    rate: formatRate(new Decimal(alert.rate), quoteDp),
    direction: alert.direction,
    note: alert.note,
    clientReference: alert.clientReference,
    createdAt: alert.createdAt.toISOString(),
    updatedAt: alert.updatedAt.toISOString(),
    expiresAt: alert.expiresAt.toISOString(),
    triggeredAt: alert.triggeredAt && alert.triggeredAt.toISOString(),
    triggeredRate: alert.triggeredRate && formatRate(new Decimal(alert.triggeredRate), quoteDp + 1),
    source: alert.source,
  }
}
