/** A rule of the schema refused a change; `constraint` is the name that both engines know it by. */
export class ConstraintViolation extends Error {
  override readonly name = 'ConstraintViolation';
  readonly constraint: string;

  constructor(constraint: string, cause: unknown) {
    super(`constraint ${constraint} violated`, { cause });
    this.constraint = constraint;
  }
}
