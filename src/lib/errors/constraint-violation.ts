/**
 * Thrown if a database constraint refused a change. `constraint` is the constraint's name in both engines, or the
 * beginning of it.
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

  /** Whether the constraint with this name was violated. */
  isOf(name: string): boolean {
    return this.#isWhole ? name === this.constraint : name.startsWith(this.constraint);
  }
}
