import { Type } from 'typebox';
import { invalid } from '../../../jsonapi/errors.ts';
import { anyType, jsonApiType, jsonNotation, type Payload, plainPayload } from '../../../jsonapi/payload.ts';
import { Identifier, Name } from '../../../jsonapi/schema.ts';
import { runPhases } from './claims.ts';

/** Body of key actions: empty, a JSON object or `null`, with any content type. 422 for anything else. */
export const keyAction: Payload<undefined> = {
  mediaTypes: [jsonApiType, anyType],
  notation: { ...jsonNotation, refuse: malformed },
  schema: Type.Object({}),
  isOptional: true,
  check: (value) => {
    if (typeof value === 'object' ? Array.isArray(value) : value !== undefined) {
      throw malformed('The body must be a JSON object.');
    }
    return undefined;
  },
};

const maxNameLength = 255;

const maxAudienceLength = 2_048;

/** Input of a token: facts about the workload in addition to its organization. */
export const workloadInput = plainPayload({
  project: ProjectName(),
  workspace: Name(),
  phase: Type.Enum([...runPhases]),
  audience: Type.String({ format: 'text', minLength: 1, maxLength: maxAudienceLength }),
  'project-id': Type.Optional(Identifier()),
  'workspace-id': Type.Optional(Identifier()),
  'run-id': Type.Optional(Identifier()),
});

/**
 * Name of a project. Like workspace names, it must not contain a colon, because colons separate the parts of the
 * subject claim.
 */
function ProjectName() {
  return Type.String({
    minLength: 1,
    maxLength: maxNameLength,
    pattern: '^[A-Za-z0-9_. -]*$',
    'x-detail': 'can only include letters, numbers, spaces, -, _, and .',
  });
}

function malformed(detail: string) {
  return invalid({ code: 'malformed-body', detail });
}
