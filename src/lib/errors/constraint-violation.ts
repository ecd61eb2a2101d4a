/**
 * Thrown if a change violates a database constraint. `constraint` is the constraint's name, which is the same in SQLite
 * and PostgreSQL, or the beginning of the name.
 */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly constraint: string;
  readonly #isWhole: boolean;

  constructor(constraint: string, cause: unknown, isWhole = true) {
    super(`constraint ${constraint} violated`, { cause });
    this.constraint = constraint;
    this.#isWhole = isWhole;
  }

  /** Whether the violated constraint has this name. */
  isOf(name: string): boolean {
    return this.#isWhole ? name === this.constraint : name.startsWith(this.constraint);
  }
}
