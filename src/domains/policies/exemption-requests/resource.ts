import { Type } from 'typebox';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import type { RequestPermissions } from './access.ts';
import { policyExemptionRequests } from './entity.ts';
import { type ListedRequestRow, requestStatuses } from './store.ts';

/** A request as a caller sees it. */
export interface ShownRequest extends Omit<ListedRequestRow, 'workspace_id'> {
  /** Null if the workspace was deleted while the request was read. */
  readonly workspace_id: string | null;
  readonly isExpired: boolean;
  /** Whether the caller sees the texts of the request and the names of those who sent and decided it. */
  readonly readsTexts: boolean;
  /** Absent in lists. */
  readonly permissions?: RequestPermissions;
  /** Whether the exemption request was created by this HTTP request. Absent in other responses. */
  readonly isNew?: boolean;
}

const creatorIn = (json: string | null, { readsTexts }: ShownRequest) =>
  readsTexts && json !== null ? creatorOf(JSON.parse(json)) : null;

const permissionsSchema = Exactly({
  'can-grant': Type.Boolean(),
  'can-refuse': Type.Boolean(),
  'can-withdraw': Type.Boolean(),
});

/** A request for an exemption, with its decision. */
export const requestResource = resource<ShownRequest>({
  type: 'policy-exemption-requests',
  attributes: {
    ...policyExemptionRequests.shown,
    status: shown(Type.Enum([...requestStatuses]), ({ status, isExpired }) => (isExpired ? 'expired' : status)),
    'policy-name': shown(Type.String(), ({ shown_name }) => shown_name),
    reason: shown(Nullable(Type.String()), ({ readsTexts, reason }) => (readsTexts ? reason : null)),
    comment: shown(Nullable(Type.String()), ({ readsTexts, comment }) => (readsTexts ? comment : null)),
    'requested-by': shown(Nullable(creatorSchema), (row) => creatorIn(row.requested_by, row)),
    'decided-by': shown(Nullable(creatorSchema), (row) => creatorIn(row.decided_by, row)),
    permissions: shown(Type.Optional(permissionsSchema), ({ permissions }) =>
      permissions === undefined
        ? undefined
        : {
            'can-grant': permissions.canGrant,
            'can-refuse': permissions.canRefuse,
            'can-withdraw': permissions.canWithdraw,
          },
    ),
  },
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    policy: { to: 'policies', one: ({ policy_id }) => policy_id },
    'policy-set': { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
    'policy-evaluation': { to: 'policy-evaluations', one: ({ evaluation_id }) => evaluation_id },
    'policy-exemption': { to: 'policy-exemptions', one: ({ exemption_id }) => exemption_id },
  },
  links: { self: ({ id }) => `/api/v2/policy-exemption-requests/${id}` },
});
