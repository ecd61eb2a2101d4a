import { Type } from 'typebox';
import { permissionsOf } from '../../../jsonapi/permissions.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Timeout } from '../../../jsonapi/schema.ts';
import { evaluationReaders, workspaceReaders } from '../../../kernel/permissions.ts';
import { keepsAllType, retentionType, retentionTypeOf } from '../../instance/index.ts';
import { organizationRights } from '../access.ts';
import { executionMode } from '../runs/runner-only.ts';
import { organizationCompat, unenforcedShown } from './compat.ts';
import type { ShownOrganization } from './effective.ts';
import { organizations } from './entity.ts';
import { may } from './rights.ts';

const { organizations: rights } = organizationRights;
const never = (): boolean => false;

const permissions = permissionsOf<ShownOrganization>({
  'can-update': may(rights.update),
  'can-destroy': may(rights.delete),
  'can-update-api-token': may(organizationRights['authentication-tokens']['manage-of-organization']),
  'can-traverse': may(rights.read),
  'can-create-team': may(organizationRights.teams.create),
  'can-manage-users': may(organizationRights['organization-memberships'].create),
  'can-create-module': may(['manage-modules']),
  'can-create-project': may(organizationRights.projects.create),
  'can-create-workspace': may(organizationRights.workspaces.update),
  'can-read-workspaces': (row) => row.readsPlaces || may(workspaceReaders)(row),
  'can-read-evaluations': may(evaluationReaders),
  'can-update-native': may(['manage-policies']),
  'can-manage-policy-overrides': may(['manage-policy-overrides']),
  'can-create-workspace-migration': never,
  'can-deploy-no-code-modules': never,
  'can-manage-auditing': may(organizationRights['audit-events'].read),
  'can-manage-no-code-modules': never,
  'can-manage-run-tasks': never,
  'can-update-oauth': never,
});

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
    'default-execution-mode': shown(Type.Literal(executionMode), () => executionMode),
    ...permissions,
    ...organizationCompat.shown,
    ...unenforcedShown,
  },
  id: ({ name }) => name,
  relationships: {
    'default-project': { to: 'projects', one: ({ default_project_id }) => default_project_id },
    'data-retention-policy': {
      toOneOf: [retentionType, keepsAllType],
      identifier: ({ retention_policy_id: id, retention_days: days }) =>
        id === null ? null : { id, type: retentionTypeOf(days) },
    },
  },
  links: { self: ({ name }) => `/api/v2/organizations/${name}` },
});
