import { Type } from 'typebox';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Timeout, Timestamp } from '../../../jsonapi/schema.ts';
import type { ShownOrganization } from './effective.ts';

export const organizationResource = resource<ShownOrganization>()({
  type: 'organizations',
  attributes: Exactly({
    name: Type.String(),
    'external-id': Type.String(),
    email: Type.String(),
    'plan-timeout': Timeout(),
    'apply-timeout': Timeout(),
    'default-remote-state-access': Type.Boolean(),
    'send-passing-statuses-for-untriggered-speculative-plans': Type.Boolean(),
    'allow-speculative-plans-on-pull-requests-from-forks': Type.Boolean(),
    'cost-estimation-enabled': Type.Boolean(),
    'saml-enabled': Type.Boolean(),
    'module-deprecation-notices-enabled': Type.Boolean(),
    'created-at': Timestamp(),
  }),
  id: ({ name }) => name,
  present: ({ effective, ...row }) => ({
    name: row.name,
    'external-id': row.id,
    email: row.email,
    'plan-timeout': effective.planTimeout,
    'apply-timeout': effective.applyTimeout,
    'default-remote-state-access': effective.isRemoteStateGlobal,
    'send-passing-statuses-for-untriggered-speculative-plans': effective.sendsPassingStatuses,
    'allow-speculative-plans-on-pull-requests-from-forks': effective.plansForForks,
    'cost-estimation-enabled': effective.estimatesCosts,
    'saml-enabled': row.uses_saml === 1,
    'module-deprecation-notices-enabled': row.adds_deprecation_notices === 1,
    'created-at': row.created_at,
  }),
  links: { self: ({ name }) => `/api/v2/organizations/${name}` },
});
