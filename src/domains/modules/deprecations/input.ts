// Request bodies that deprecate or reinstate module versions.
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

/** Body of the requests that deprecate or reinstate a version (API reference, "Module version deprecation"). */
export const deprecationPayload = documentPayload({
  type: 'module-versions',
  attributes: Type.Object({ deprecation }),
});

type DeprecationInput = InputOf<typeof deprecationPayload>['attributes']['deprecation'];

const maxRangeLength = 255;

/** Body of the request that deprecates or reinstates a range of versions. */
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

/**
 * Converts a validated document to a change of a range of versions. 422 if `versions` is not a valid version or version
 * constraint.
 */
export function rangeChangeFrom({ attributes }: InputOf<typeof rangePayload>): RangeChange {
  const { versions, prereleases = false, 'dry-run': isDryRun = false, deprecation } = attributes;
  const constraint = readConstraint(versions);
  if (constraint === undefined)
    throw invalid(
      attributeProblem(
        'versions',
        'malformed',
        'Versions must be a version, such as 1.4.0, or a range, such as ">= 1.0, < 2.0"',
      ),
    );
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

/** Returns the deprecation notice in a request; undefined if the request reinstates the version. */
export const statementFrom = ({
  'deprecated-status': status,
  reason = null,
  link = null,
}: DeprecationInput): DeprecationStatement | undefined => (status === 'Deprecated' ? { reason, link } : undefined);
