import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'

/** Events of credit facilities. */
export const facilityEvents = {
  'creditFacility.updated': {
    title: 'A credit facility was created or changed.',
    resources: ['creditFacility'],
    detail: Type.Object({ limitMinor: Type.Optional(Type.String()), currency: Type.Optional(Type.String()) }),
  },
  'creditFacility.thresholdReached': defineEvent(
    'The utilisation of a credit facility reached 80, 90 or 100 percent.',
    'creditFacility',
    { percent: Type.Integer(), utilisedMinor: Type.String(), limitMinor: Type.String() },
  ),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof facilityEvents, true> {}
}
