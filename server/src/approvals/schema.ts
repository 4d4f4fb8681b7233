import { type Static, Type } from 'typebox'
import { Instant, named, Nullable, Output, Resource } from '../kernel/http/wire.ts'

/** Required and given approvals, and the permitted approvers. */
export const ApprovalOut = Resource('Approval', {
  required: Type.Boolean(),
  policyId: Nullable(
    Type.String({ description: 'Approval policy that requires the approvals. Null: no policy does.' }),
  ),
  stepsRequired: Type.Integer({ description: 'Number of different clients that must approve.' }),
  stepsGiven: Type.Integer({ description: 'Number of approvals that count.' }),
  steps: Type.Array(
    Resource('ApprovalStep', {
      decision: Type.String(),
      by: Nullable(Type.String()),
      at: Instant,
      counts: Type.Boolean({
        description:
          'False for an approval that does not count: its client was blocked, or lost the role or the scope, before the last approval.',
      }),
    }),
  ),
  canApprove: Type.Boolean({ description: 'True if the calling client may approve it now.' }),
  approvers: Nullable(
    Output(
      {
        scope: Type.String(),
        role: Type.String(),
        except: Type.Array(Type.String(), {
          description:
            'Ids of the creator and of the clients that have approved already. Once all approvals are given, only the creator: the approvers can then approve again.',
        }),
      },
      {
        ...named('Approvers'),
        description:
          'Clients that can approve now: all clients of the entity with this scope and role, except those in `except`. Null: no approval is pending.',
      },
    ),
  ),
})
export type ApprovalOut = Static<typeof ApprovalOut>
