import { ConstraintViolation } from '../lib/errors/constraint-violation.ts';
import { invalid, type Problem } from './errors.ts';

/** Problems to report for violated table constraints, by constraint name. */
export type Violations = Readonly<Record<string, Problem>>;

/**
 * Wraps a database change. If it violates one of these constraints, the result is 422 with the constraint's problem.
 */
export const explained =
  <Arguments extends readonly unknown[], Result>(
    violations: Violations,
    write: (...values: Arguments) => Promise<Result>,
  ) =>
  async (...values: Arguments): Promise<Result> => {
    try {
      return await write(...values);
    } catch (error) {
      const [, problem] = Object.entries(violations).find(([name]) => isOf(error, name)) ?? [];
      throw problem === undefined ? error : invalid(problem);
    }
  };

const isOf = (error: unknown, name: string): boolean => error instanceof ConstraintViolation && error.isOf(name);
