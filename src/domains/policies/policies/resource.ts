import { Type } from 'typebox';
import { spacedParts } from '../../../db/expressions.ts';
import { type Resource, resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { allLevels, enforcePath } from './enforcement.ts';
import type { ShownPolicy } from './store.ts';

const self = ({ id }: ShownPolicy): string => `/api/v2/policies/${id}`;
const links = { self, upload: (row: ShownPolicy) => `${self(row)}/upload` };

const enforceOf = (words: Vocabulary, { kind, name, revision, enforcement_level }: ShownPolicy) =>
  words.keepsToReference || revision !== null
    ? [{ path: enforcePath(words, kind, name), mode: enforcement_level }]
    : [];

const policyWith = (words: Vocabulary, paths: Readonly<Record<string, (row: ShownPolicy) => string>>) =>
  resource<ShownPolicy>()({
    type: 'policies',
    attributes: Exactly({
      name: Type.String(),
      description: Nullable(Type.String()),
      kind: Type.Enum([words.native, words.opa]),
      query: Type.Optional(Nullable(Type.String())),
      'enforcement-level': Type.Enum([...allLevels]),
      enforce: Type.Array(Exactly({ path: Type.String(), mode: Type.Enum([...allLevels]) })),
      'policy-set-count': Type.Integer(),
      'updated-at': Nullable(Timestamp()),
    }),
    id: ({ id }) => id,
    present: (row) => ({
      name: row.name,
      description: row.description,
      kind: words[row.kind],
      ...(row.kind === 'opa' && { query: row.query }),
      'enforcement-level': row.enforcement_level,
      enforce: enforceOf(words, row),
      'policy-set-count': row.policy_set_count,
      'updated-at': row.updated_at,
    }),
    relationships: {
      organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
      'policy-sets': { to: 'policy-sets', many: ({ policy_set_ids }) => spacedParts(policy_set_ids) },
    },
    links: paths,
  });

/** A policy as show, update and list answer it (reference, Policy). */
export const policyResource = (words: Vocabulary): Resource<ShownPolicy> =>
  policyWith(words, { ...links, download: (row) => `${self(row)}/download` });

/** A policy as create answers it: there is no code to download yet. */
export const createdPolicyResource = (words: Vocabulary): Resource<ShownPolicy> => policyWith(words, links);
