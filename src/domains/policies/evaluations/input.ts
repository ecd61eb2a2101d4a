// Request bodies that create an evaluation, override an evaluation, or post external outcomes.
import { Type } from 'typebox';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { Identifier, Json, Name, Nullable, Reference, Text, Timestamp } from '../../../jsonapi/schema.ts';
import { Tag } from '../../../jsonapi/tag.ts';
import type { NewEvaluation } from './evaluations.ts';

/** Maximum length of the client's description of a run, in characters of JSON. */
const maxRunLength = 65_536;
const maxTags = 50;

/** Body of the request that creates an evaluation: a description of the run, and its workspace or project. */
export const createPayload = documentPayload({
  type: 'policy-evaluations',
  isOptional: true,
  attributes: Type.Object({
    run: Type.Optional(Type.Object({}, { additionalProperties: Json() })),
    tags: Type.Optional(Type.Array(Tag(), { maxItems: maxTags })),
    'workspace-name': Type.Optional(Name()),
    source: Type.Optional(Type.Enum(['plan', 'state'])),
  }),
  relationships: Type.Object({
    workspace: Type.Optional(Reference('workspaces')),
    project: Type.Optional(Reference('projects')),
  }),
  rules: ({ run }) =>
    JSON.stringify(run ?? null).length <= maxRunLength
      ? []
      : [attributeProblem('run', 'too-long', `Run is too long (maximum is ${maxRunLength} characters of JSON)`)],
});

/** Converts a validated document to the input for creating an evaluation. */
export const evaluationFrom = ({
  attributes: { run = {}, tags = [], 'workspace-name': workspaceName, source = 'plan' },
  relationships: { workspace, project },
}: InputOf<typeof createPayload>): NewEvaluation => ({
  run,
  tags: tags.map(({ key, value = '' }) => ({ key, value })),
  workspace: workspace?.data.id ?? null,
  workspaceName,
  project: project?.data.id ?? null,
  source,
});

const maxCommentLength = 4_096;

const maxOutcomes = 1_000;
const maxMembers = 1_000;

/** Body of the request that posts external outcomes: the digest of the plan, and the outcomes. */
export const externalPayload = documentPayload({
  type: 'external-outcomes',
  attributes: Type.Object({
    'input-digest': Type.String({ pattern: '^[0-9a-f]{64}$', 'x-detail': 'must be the SHA-256 of the plan, in hex' }),
    source: Type.Optional(Nullable(Text(255))),
    outcomes: Type.Array(
      Type.Object({
        'policy-id': Identifier(),
        status: Type.Enum(['passed', 'failed', 'errored']),
        output: Type.Optional(Type.Array(Json(), { maxItems: maxMembers })),
      }),
      { minItems: 1, maxItems: maxOutcomes },
    ),
  }),
});

/**
 * Body of the request that overrides an evaluation: the reason, the time at which the override expires, and whether it
 * also covers the same findings in later evaluations.
 */
export const overridePayload = documentPayload({
  type: 'policy-evaluations',
  attributes: Type.Object({
    comment: Type.String({ ...Text(maxCommentLength), minLength: 1 }),
    'expires-at': Type.Optional(Nullable(Timestamp())),
    'applies-to': Type.Optional(Type.Enum(['evaluation', 'same-findings'])),
  }),
});
