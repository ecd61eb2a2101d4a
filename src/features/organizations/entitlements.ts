// What an organization is entitled to. Everything but what is managed elsewhere, until plans say otherwise.
import { Type } from 'typebox';
import { type Resource, resource } from '../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../jsonapi/schema.ts';
import type { Vocabulary } from '../../jsonapi/vocabulary.ts';
import type { OrganizationRow } from './store.ts';

const featuresIn = (words: Vocabulary): Readonly<Record<string, boolean>> => ({
  agents: false,
  'audit-logging': true,
  'cost-estimation': true,
  'global-run-tasks': false,
  'module-deprecations': true,
  [words.native]: true,
  operations: false,
  'policy-enforcement': true,
  'private-module-registry': true,
  'run-tasks': false,
  sso: true,
  'state-storage': false,
  teams: true,
  'vcs-integrations': false,
});

const limits: Readonly<Record<string, null>> = {
  'policy-limit': null,
  'policy-mandatory-enforcement-limit': null,
  'policy-set-limit': null,
  'versioned-policy-set-limit': null,
  'user-limit': null,
};

/** The same schema for every attribute of a record. */
const all = <Schema>(names: object, schema: Schema) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, schema]));

/** An organization's entitlements; a limit of null is none. */
export const entitlementResource = (words: Vocabulary): Resource<OrganizationRow> => {
  const features = featuresIn(words);
  return resource<OrganizationRow>()({
    type: 'entitlement-sets',
    attributes: Exactly({ ...all(features, Type.Boolean()), ...all(limits, Nullable(Type.Integer())) }),
    id: ({ id }) => id,
    present: () => ({ ...features, ...limits }),
    links: { self: ({ name }) => `/api/v2/organizations/${name}/entitlement-set` },
  });
};
