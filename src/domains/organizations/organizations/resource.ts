import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Timeout } from '../../../jsonapi/schema.ts';
import type { ShownOrganization } from './effective.ts';
import { organizations } from './entity.ts';

export const organizationResource = resource<ShownOrganization>({
  type: 'organizations',
  attributes: {
    ...organizations.shown,
    'plan-timeout': shown(Timeout(), ({ effective }) => effective.planTimeout),
    'apply-timeout': shown(Timeout(), ({ effective }) => effective.applyTimeout),
    'cost-estimation-enabled': shown(Type.Boolean(), ({ effective }) => effective.estimatesCosts),
    'default-remote-state-access': shown(Type.Boolean(), ({ effective }) => effective.isRemoteStateGlobal),
    'send-passing-statuses-for-untriggered-speculative-plans': shown(
      Type.Boolean(),
      ({ effective }) => effective.sendsPassingStatuses,
    ),
    'allow-speculative-plans-on-pull-requests-from-forks': shown(
      Type.Boolean(),
      ({ effective }) => effective.plansForForks,
    ),
  },
  id: ({ name }) => name,
  links: { self: ({ name }) => `/api/v2/organizations/${name}` },
});
