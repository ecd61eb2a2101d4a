// Table of all resource types that files can declare. Special cases of individual types are in the folder `records`.
import { oidcProviders, providerExtras } from '../../domains/accounts/commands.ts';
import {
  organizationEntity,
  projectEntity,
  projectLevels,
  teamEntity,
  workspaceEntity,
  workspaceLevels,
} from '../../domains/organizations/commands.ts';
import { parameterEntity, policyEntity, policySetEntity } from '../../domains/policies/commands.ts';
import { type KindName, ownersTeam, type RecordName } from './model.ts';
import { kind } from './plain-kind.ts';
import type { RecordKind } from './record-kind.ts';
import { deprecationKind } from './records/deprecations.ts';
import { credentials } from './records/oidc-providers.ts';
import { organizationParts, readOrganization } from './records/organizations.ts';
import { access, members } from './records/people.ts';
import { isDefault, namedByPlace, namedByPlaceOrTag, tags } from './records/places.ts';
import { code, level, shadow, tests } from './records/policies.ts';
import { addedFirst, files, sensitive, tagSelectors, value, withoutVersion } from './records/policy-sets.ts';
import { addAdministrator, planKind, removeAdministrator, retentionKind, settingsKind } from './records/site.ts';
import { accessKind, customInProject, customInWorkspace } from './records/team-access.ts';
import { toMany, toOne } from './relationships.ts';

const organization = kind({
  name: 'organization',
  noun: 'organization',
  entity: organizationEntity,
  path: 'organizations',
  parts: organizationParts,
  required: ['email'],
  isKept: () => true,
  read: readOrganization,
});

const membership = kind({
  name: 'membership',
  noun: 'member',
  list: 'members',
  isText: true,
  path: 'organization-memberships',
  within: organization,
  names: ['email'],
  isActive: ({ attributes }) => attributes?.status === 'active',
});

const team = kind({
  name: 'team',
  noun: 'team',
  list: 'teams',
  entity: teamEntity,
  path: 'teams',
  within: organization,
  parts: { access, members: members(membership) },
  isKept: ({ path }) => path[1] === ownersTeam,
});

const project = kind({
  name: 'project',
  noun: 'project',
  list: 'projects',
  entity: projectEntity,
  path: 'projects',
  within: organization,
  query: { include: 'tag-bindings' },
  parts: { default: isDefault, tags },
  isKept: ({ values }) => values.default === true,
});

const workspace = kind({
  name: 'workspace',
  noun: 'workspace',
  list: 'workspaces',
  entity: workspaceEntity,
  path: 'workspaces',
  within: organization,
  query: { include: 'tag-bindings' },
  relationships: { project: toOne(project, projectEntity.create.name) },
  parts: { tags },
});

const workspaceAccess = accessKind({
  name: 'workspace-access',
  noun: 'workspace access',
  team,
  place: workspace,
  levels: workspaceLevels,
  parts: customInWorkspace,
});

const projectAccess = accessKind({
  name: 'project-access',
  noun: 'project access',
  team,
  place: project,
  levels: projectLevels,
  parts: customInProject,
});

const policy = kind({
  name: 'policy',
  noun: 'policy',
  list: 'policies',
  entity: policyEntity,
  path: 'policies',
  within: organization,
  isOptional: true,
  parts: { 'enforcement-level': level, shadow, code, tests },
  required: ['kind', 'enforcement-level'],
  immutable: ['kind'],
  ofKindOpa: ['query', 'input'],
});

const policySet = kind({
  name: 'policy-set',
  noun: 'policy set',
  list: 'policy-sets',
  entity: policySetEntity,
  path: 'policy-sets',
  within: organization,
  isOptional: true,
  isTagged: true,
  relationships: {
    policies: withoutVersion(toMany(policy)),
    workspaces: toMany(workspace),
    projects: toMany(project),
    'workspace-exclusions': toMany(workspace),
    'project-exclusions': toMany(project),
    approvers: addedFirst(team),
  },
  parts: { 'tag-selectors': tagSelectors, files },
  required: ['kind'],
  immutable: ['kind', 'versioned'],
  ofKindOpa: ['overridable', 'input', 'unknown-values'],
});

const parameter = kind({
  name: 'parameter',
  noun: 'parameter',
  list: 'parameters',
  entity: parameterEntity,
  path: 'parameters',
  type: 'vars',
  within: policySet,
  isNested: true,
  isOptional: true,
  names: ['key'],
  fixed: { category: 'policy-set' },
  parts: { value },
});

const parameterOverride = kind({
  name: 'parameter-override',
  noun: 'override of a parameter',
  list: 'overrides',
  path: 'overrides',
  type: 'parameter-overrides',
  within: parameter,
  isNested: true,
  isOptional: true,
  ...namedByPlaceOrTag(project, workspace),
  parts: { sensitive, value },
  required: ['value'],
});

const delegation = kind({
  name: 'delegation',
  noun: 'delegation of overrides',
  list: 'override-delegations',
  path: 'policy-override-delegations',
  within: organization,
  isOptional: true,
  ...namedByPlace(team, project, workspace),
});

const provider = kind({
  name: 'oidc-provider',
  noun: 'identity provider',
  list: 'oidc-providers',
  entity: oidcProviders,
  more: providerExtras.lists,
  path: 'admin/oidc-providers',
  type: 'oidc-providers',
  isOptional: true,
  names: ['key'],
  parts: credentials,
  required: ['name', 'client-id'],
  immutable: ['preset'],
});

const administrator = kind({
  name: 'administrator',
  noun: 'site administrator',
  list: 'administrators',
  isText: true,
  path: 'admin/users',
  query: { 'filter[admin]': true },
  names: ['email'],
  isActive: ({ attributes }) => attributes?.['is-suspended'] !== true,
  save: addAdministrator,
  remove: removeAdministrator,
});

export const kinds: Readonly<Record<KindName, RecordKind>> = {
  plan: planKind,
  organization,
  membership,
  team,
  project,
  workspace,
  'workspace-access': workspaceAccess,
  'project-access': projectAccess,
  policy,
  'policy-set': policySet,
  parameter,
  'parameter-override': parameterOverride,
  delegation,
  deprecation: deprecationKind,
  retention: retentionKind,
  'oidc-provider': provider,
  settings: settingsKind,
  administrator,
};

/** Title of a record in messages, such as `policy set shire/baseline`. */
export const titleOf = ({ kind, path }: RecordName): string => `${kinds[kind].noun} ${path.join('/')}`.trimEnd();
