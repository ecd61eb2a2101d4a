import { type Constraint, readConstraint } from '../../../protocols/module-versions/constraints.ts';
import { parseVersion } from '../../../protocols/module-versions/semver.ts';

/** Parsed version or version constraint of a module call. */
export interface Requirement {
  readonly constraint: Constraint;
  /** The version that satisfies the requirement, if it is the only one; otherwise undefined. */
  readonly exact: string | undefined;
}

/** Parses a version or a version constraint. Returns undefined for any other text. */
export function readRequirement(text: string): Requirement | undefined {
  const constraint = readConstraint(text);
  if (constraint === undefined) return undefined;
  const written = text.trim();
  if (parseVersion(written) !== undefined) return { constraint, exact: written };
  return { constraint, exact: constraint.exactly.length === 1 ? constraint.exactly[0] : undefined };
}
