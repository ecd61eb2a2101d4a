// The kinds of records that files declare: the one list of them.
import type { KindName } from './model.ts';
import type { RecordKind } from './record-kind.ts';
import { deprecationKind } from './records/deprecations.ts';
import { oidcProviderKind } from './records/oidc-providers.ts';
import { organizationKind } from './records/organizations.ts';
import { membershipKind, teamKind } from './records/people.ts';
import { delegationKind, projectKind, workspaceKind } from './records/places.ts';
import { policyKind } from './records/policies.ts';
import { parameterKind, policySetKind } from './records/policy-sets.ts';
import { administratorKind, planKind, retentionKind, settingsKind } from './records/site.ts';

export const kinds: Readonly<Record<KindName, RecordKind>> = {
  plan: planKind,
  organization: organizationKind,
  membership: membershipKind,
  team: teamKind,
  project: projectKind,
  workspace: workspaceKind,
  policy: policyKind,
  'policy-set': policySetKind,
  parameter: parameterKind,
  delegation: delegationKind,
  deprecation: deprecationKind,
  retention: retentionKind,
  'oidc-provider': oidcProviderKind,
  settings: settingsKind,
  administrator: administratorKind,
};
