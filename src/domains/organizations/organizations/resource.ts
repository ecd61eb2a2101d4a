import { Type } from 'typebox';
import { permissionsOf } from '../../../jsonapi/permissions.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Timeout } from '../../../jsonapi/schema.ts';
import { evaluationReaders, type Permission, workspaceReaders } from '../../../kernel/permissions.ts';
import { keepsAllType, retentionType, retentionTypeOf } from '../../instance/index.ts';
import { executionMode } from '../runs/runner-only.ts';
import { hasOrganizationPermission } from './access.ts';
import { organizationCompat, unenforcedShown } from './compat.ts';
import type { ShownOrganization } from './effective.ts';
import { organizations } from './entity.ts';

const isOwner = ({ rights }: ShownOrganization): boolean => rights?.isOwner === true;
const has =
  (...some: readonly Permission[]) =>
  ({ rights }: ShownOrganization): boolean =>
    hasOrganizationPermission(rights, ...some);
const never = (): boolean => false;

const permissions = permissionsOf<ShownOrganization>({
  'can-update': isOwner,
  'can-destroy': isOwner,
  'can-update-api-token': isOwner,
  'can-traverse': ({ rights }) => rights !== undefined,
  'can-create-team': has('manage-teams'),
  'can-manage-users': has('manage-membership'),
  'can-create-module': has('manage-modules'),
  'can-create-project': has('manage-projects'),
  'can-create-workspace': has('manage-workspaces'),
  'can-read-workspaces': has(...workspaceReaders),
  'can-read-evaluations': has(...evaluationReaders),
  'can-update-native': has('manage-policies'),
  'can-manage-policy-overrides': has('manage-policy-overrides'),
  'can-create-workspace-migration': never,
  'can-deploy-no-code-modules': never,
  'can-manage-auditing': isOwner,
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
