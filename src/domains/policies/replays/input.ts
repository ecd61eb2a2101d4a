// The documents that create replays.
import { Type } from 'typebox';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { Nullable, Reference, Text, Timestamp } from '../../../jsonapi/schema.ts';
import { allLevels } from '../../../kernel/enforcement-levels.ts';
import type { Trial } from './sides.ts';

/** As much as a document has space for. */
const maxCodeLength = 1_000_000;
/** Maximum number of inputs of a replay. */
const maxInputs = 500;

const workspace = Type.Optional(Reference('workspaces'));

const attributes = {
  code: Type.Optional(Nullable(Text(maxCodeLength))),
  query: Type.Optional(Nullable(Text())),
  revision: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  'enforcement-level': Type.Optional(Nullable(Type.Enum([...allLevels]))),
  shadow: Type.Optional(Nullable(Type.Boolean())),
  since: Type.Optional(Nullable(Timestamp())),
  until: Type.Optional(Nullable(Timestamp())),
  'max-inputs': Type.Optional(Type.Integer({ minimum: 1, maximum: maxInputs })),
};

/** The body of the replay of a policy: what to try, and which inputs. */
export const policyReplayPayload = documentPayload({
  type: 'policy-replays',
  isOptional: true,
  attributes: Type.Object(attributes),
  relationships: Type.Object({ workspace }),
});

/** Counterpart for a policy set, with the policy that a draft, a query or a revision is of. */
export const setReplayPayload = documentPayload({
  type: 'policy-replays',
  isOptional: true,
  attributes: Type.Object(attributes),
  relationships: Type.Object({ workspace, policy: Type.Optional(Reference('policies')) }),
});

/** Input of a new replay. */
export interface ReplayInput {
  readonly trial: Trial;
  readonly triedPolicyId: string | null;
  readonly workspace: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly limit: number;
}

/** The input of a new replay, from a document that has been validated. */
export function replayFrom(input: InputOf<typeof policyReplayPayload | typeof setReplayPayload>): ReplayInput {
  const { code, query, revision, shadow, since, until, ...rest } = input.attributes;
  const level = rest['enforcement-level'] ?? null;
  const policy = 'policy' in input.relationships ? input.relationships.policy : undefined;
  return {
    trial: { code: code ?? null, query: query ?? null, revision: revision ?? null, level, shadow: shadow ?? null },
    triedPolicyId: policy?.data.id ?? null,
    workspace: input.relationships.workspace?.data.id ?? null,
    since: since ?? null,
    until: until ?? null,
    limit: rest['max-inputs'] ?? maxInputs,
  };
}
