// The bodies that deprecate or reinstate versions.
import { Type } from 'typebox';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import { documentPayload, type InputOf } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { readConstraint } from '../../../protocols/module-versions/constraints.ts';
import { type DeprecationStatement, keepingStatement, type NextStatement } from './deprecations.ts';
import { moduleDeprecations } from './entity.ts';
import type { RangeChange } from './range.ts';

const deprecation = Type.Object({
  'deprecated-status': Type.Enum(['Deprecated', 'Undeprecated']),
  ...moduleDeprecations.update,
});

/** The body of both operations (reference, Module version deprecation). */
export const deprecationPayload = documentPayload({
  type: 'module-versions',
  attributes: Type.Object({ deprecation }),
});

type DeprecationInput = InputOf<typeof deprecationPayload>['attributes']['deprecation'];

const maxRangeLength = 255;

/** The body for a range of versions. */
export const rangePayload = documentPayload({
  type: 'module-versions',
  attributes: Type.Object({
    versions: { ...Text(maxRangeLength), minLength: 1 },
    prereleases: Type.Optional(Type.Boolean()),
    'dry-run': Type.Optional(Type.Boolean()),
    'keep-statement': Type.Optional(Type.Boolean()),
    deprecation,
  }),
});

/** The change that such a body asks for; 422 where it names neither a version nor a range. */
export function rangeChangeFrom({ attributes }: InputOf<typeof rangePayload>): RangeChange {
  const { versions, prereleases = false, 'dry-run': isDryRun = false, deprecation } = attributes;
  const constraint = readConstraint(versions);
  if (constraint === undefined)
    throw invalid(attributeProblem('versions', 'malformed', 'Versions is neither a version nor a range'));
  return {
    range: { constraint, includesPrereleases: prereleases },
    next: nextFrom(deprecation, attributes['keep-statement'] === true),
    isDryRun,
  };
}

const nextFrom = (deprecation: DeprecationInput, isKept: boolean): NextStatement => {
  const { 'deprecated-status': status, ...change } = deprecation;
  return isKept && status === 'Deprecated' ? keepingStatement(change) : () => statementFrom(deprecation);
};

/** The statement of a body; undefined where it reinstates the version. */
export const statementFrom = ({
  'deprecated-status': status,
  reason = null,
  link = null,
}: DeprecationInput): DeprecationStatement | undefined => (status === 'Deprecated' ? { reason, link } : undefined);
