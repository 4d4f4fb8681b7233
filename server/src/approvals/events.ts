import { type TProperties, Type } from 'typebox'
import type { EventCatalogue, EventDefinition } from '../kernel/module.ts'

const RESOURCES = ['payment', 'trade', 'internalTransfer', 'beneficiary']

const approvalEvent = (title: string, detail: TProperties): EventDefinition => ({
  title,
  resources: RESOURCES,
  detail: Type.Object(detail),
})

/** Events of four-eyes approvals; each is about the resource to approve. */
export const approvalEvents = {
  'approval.requested': approvalEvent('An order requires approval.', {
    stepsRequired: Type.Integer({ minimum: 1 }),
    changes: Type.Optional(Type.Array(Type.String())),
    policyId: Type.Optional(Type.String()),
    lapsesAt: Type.Optional(Type.String()),
  }),
  'approval.granted': approvalEvent('A client granted an approval.', { stepsMissing: Type.Optional(Type.Integer()) }),
  'approval.rejected': approvalEvent('A client rejected an approval.', { stepsMissing: Type.Optional(Type.Integer()) }),
} satisfies EventCatalogue

declare module '../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof approvalEvents, true> {}
}
