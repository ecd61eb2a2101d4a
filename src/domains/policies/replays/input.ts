// Request bodies that create replays.
import { Type } from 'typebox';
import { requireNone } from '../../../jsonapi/errors.ts';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { InputForm, Nullable, Reference, Text, Timestamp } from '../../../jsonapi/schema.ts';
import { allLevels } from '../../../kernel/enforcement-levels.ts';
import { introductions } from '../../../kernel/introduction.ts';
import { introductionProblems } from '../policies/introduction.ts';
import { memberRelationships, type SetChange, scopeAttributes, setChangeFrom } from './set-change.ts';
import type { TriedChanges } from './sides.ts';

/** Maximum length of code in characters. Longer code would exceed the maximum size of a request. */
const maxCodeLength = 1_000_000;
/** Maximum number of recorded inputs in one replay. */
const maxInputs = 500;

const workspace = Type.Optional(Reference('workspaces'));

const attributes = {
  code: Type.Optional(Nullable(Text(maxCodeLength))),
  query: Type.Optional(Nullable(Text())),
  revision: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  'enforcement-level': Type.Optional(Nullable(Type.Enum([...allLevels]))),
  introduction: Type.Optional(Nullable(Type.Enum([...introductions]))),
  shadow: Type.Optional(Nullable(Type.Boolean())),
  input: Type.Optional(Nullable(InputForm())),
  'applicable-only': Type.Optional(Type.Boolean()),
  since: Type.Optional(Nullable(Timestamp())),
  until: Type.Optional(Nullable(Timestamp())),
  'max-inputs': Type.Optional(Type.Integer({ minimum: 1, maximum: maxInputs })),
};

/** Body of the request that replays a policy: the change to the policy, and the selection of recorded inputs. */
export const policyReplayPayload = documentPayload({
  type: 'policy-replays',
  isOptional: true,
  attributes: Type.Object(attributes),
  relationships: Type.Object({ workspace }),
});

/**
 * Body of the request that replays a policy set. It also refers to the policy to which the draft, query or revision
 * belongs, and it can change the scope and the policies of the set.
 */
export const setReplayPayload = documentPayload({
  type: 'policy-replays',
  isOptional: true,
  attributes: Type.Object({ ...attributes, ...scopeAttributes }),
  relationships: Type.Object({ workspace, policy: Type.Optional(Reference('policies')), ...memberRelationships }),
});

/** Input for creating a replay. */
export interface ReplayInput {
  readonly trial: TriedChanges;
  /** Change of the scope or the policies of the replayed set; null if there is none. */
  readonly setChange: SetChange | null;
  /** Whether only inputs of runs are selected to which the policy or the set applies after the change. */
  readonly applicableOnly: boolean;
  readonly triedPolicyId: string | null;
  readonly workspace: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly limit: number;
}

/** Converts a validated document to the input for creating a replay. */
export function replayFrom(
  input: InputOf<typeof policyReplayPayload>,
  policy: string | null = null,
  setChange: SetChange | null = null,
): ReplayInput {
  const { code, query, revision, introduction, shadow, since, until, ...rest } = input.attributes;
  const level = rest['enforcement-level'] ?? null;
  requireNone(introductionProblems('opa', { introduction, shadow }));
  return {
    trial: {
      code: code ?? null,
      query: query ?? null,
      revision: revision ?? null,
      level,
      introduction: introduction ?? null,
      shadow: shadow ?? null,
      input: rest.input ?? null,
    },
    setChange,
    // The scope of a set only matters for the runs to which the set applies.
    applicableOnly: setChange !== null || rest['applicable-only'] === true,
    triedPolicyId: policy,
    workspace: input.relationships.workspace?.data.id ?? null,
    since: since ?? null,
    until: until ?? null,
    limit: rest['max-inputs'] ?? maxInputs,
  };
}

/** Converts a validated document to the input for creating a replay of a policy set. */
export const setReplayFrom = (input: InputOf<typeof setReplayPayload>): ReplayInput =>
  replayFrom(input, input.relationships.policy?.data.id ?? null, setChangeFrom(input.attributes, input.relationships));
