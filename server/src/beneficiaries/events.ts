import { Type } from 'typebox'
import type { EventCatalogue, EventDefinition } from '../kernel/module.ts'

const beneficiaryEvent = (title: string): EventDefinition => ({
  title,
  resources: ['beneficiary'],
  detail: Type.Object({}),
})

/** Events of beneficiaries. */
export const beneficiaryEvents = {
  'beneficiary.created': beneficiaryEvent('A beneficiary was created.'),
  'beneficiary.updated': beneficiaryEvent('A beneficiary was changed.'),
  'beneficiary.blocked': beneficiaryEvent('A beneficiary was blocked.'),
  'beneficiary.deleted': beneficiaryEvent('A beneficiary was deleted.'),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof beneficiaryEvents, true> {}
}
