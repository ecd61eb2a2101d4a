/** A rule of the schema refused a change; `constraint` is the name that both engines know it by, or the beginning of it. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly constraint: string;
  readonly #isWhole: boolean;

  constructor(constraint: string, cause: unknown, isWhole = true) {
    super(`constraint ${constraint} violated`, { cause });
    this.constraint = constraint;
    this.#isWhole = isWhole;
  }

  /** True if it was the constraint of this name. */
  isOf(name: string): boolean {
    return this.#isWhole ? name === this.constraint : name.startsWith(this.constraint);
  }
}
