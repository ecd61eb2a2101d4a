import { ConstraintViolation } from '../lib/constraint-violation.ts';
import { invalid, type Problem } from './errors.ts';

/** What the constraints of tables mean to a client, by their names. */
export type Violations = Readonly<Record<string, Problem>>;

/** Waits for a change, and tells a constraint that it broke as a 422. */
export const translating = async <Result>(violations: Violations, work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    const problem = error instanceof ConstraintViolation ? violations[error.constraint] : undefined;
    throw problem === undefined ? error : invalid(problem);
  }
};
