import { Type } from 'typebox';
import { resource, shown, shownIn } from '../../../jsonapi/resource.ts';
import { Exactly, InputForm, Nullable } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { allLevels } from '../../../kernel/enforcement-levels.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { shownCheck, shownTests } from '../code-checks/shown-check.ts';
import { currentCheck } from '../code-checks/stored-check.ts';
import { enforcePath } from './enforcement.ts';
import { policies } from './entity.ts';
import { shownShadow } from './introduction.ts';
import type { PolicyRow } from './store.ts';

const self = ({ id }: PolicyRow): string => `/api/v2/policies/${id}`;
const links = { self, upload: (row: PolicyRow) => `${self(row)}/upload` };

const enforceOf = (words: Vocabulary, { kind, name, revision, enforcement_level }: PolicyRow) =>
  words.behaviour.showsEnforceWithoutCode || revision !== null
    ? [{ path: enforcePath(words, kind, name), mode: enforcement_level }]
    : [];

const attributes = {
  ...policies.shown,
  query: shown(Type.Optional(Nullable(Type.String())), ({ kind, query }: PolicyRow) =>
    kind === 'opa' ? query : undefined,
  ),
  input: shown(Type.Optional(Nullable(InputForm())), ({ kind, input }: PolicyRow) =>
    kind === 'opa' ? input : undefined,
  ),
  shadow: shownShadow,
  enforce: shownIn(
    Type.Array(Exactly({ path: Type.String(), mode: Type.Enum([...allLevels]) })),
    (words) => (row: PolicyRow) => enforceOf(words, row),
  ),
  check: shownCheck,
  'test-result': shownTests,
  'rego-version': shown(Nullable(Type.Enum(['v0', 'v1'])), (row: PolicyRow) => currentCheck(row)?.regoVersion ?? null),
};

const policyWith = (paths: Readonly<Record<string, (row: PolicyRow) => string>>) =>
  resource<PolicyRow>({
    type: 'policies',
    attributes,
    relationships: {
      organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
      'policy-sets': { to: 'policy-sets', many: ({ policy_set_ids }) => linkedIn(policy_set_ids) },
    },
    links: paths,
  });

/** A policy as the endpoints for reading, updating and listing return it (reference, Policy). */
export const policyResource = policyWith({ ...links, download: (row) => `${self(row)}/download` });

/** A policy as the create endpoint returns it. It has no download link, because a new policy has no code. */
export const createdPolicyResource = policyWith(links);
