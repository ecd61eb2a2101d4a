// Translates SQLite errors into the service's own errors.
import { ConstraintViolation } from '../../lib/errors/constraint-violation.ts';
import { Damaged, ReadOnly, Unavailable } from '../../lib/errors/unavailable.ts';
import { diskFull } from '../disk.ts';

/** Primary result codes of temporary errors: busy (5), locked (6), I/O error (10), cannot open (14). */
const transientCodes = new Set([5, 6, 10, 14]);
const [readOnlyCode, fullCode] = [8, 13];
/** Extended result codes of errors while writing: write, sync, folder sync, truncate. */
const writingCodes = new Set([778, 1034, 1290, 1546]);
/** Result codes of a damaged file: corrupt (11), not a database (26). */
const damageCodes = new Set([11, 26]);
const constraintCode = 19;
const busyCode = 5;

// Returns the name of a violated unique constraint. SQLite reports only the constraint's columns. PostgreSQL forms
// default names from the same columns.
const constraintName = (message: string): string => {
  const columns = /constraint failed: (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  const table = columns[0]?.split('.')[0] ?? 'unknown';
  return [table, ...columns.map((column) => column.split('.')[1]), 'key'].join('_');
};

/** Returns why the disk refused a change, or undefined if the extended result code has another meaning. */
const refusalOf = (code: number): string | undefined => {
  if ((code & 0xff) === fullCode) return diskFull;
  return (code & 0xff) === readOnlyCode || writingCodes.has(code) ? 'the disk does not accept changes' : undefined;
};

/** Translates errors of one SQLite database into the service's own errors. */
export interface Errors {
  readonly translated: (error: unknown) => unknown;
  readonly translating: <T>(work: () => T) => T;
  /** Returns the message of the first error that reported a damaged file. */
  readonly damage: () => string | undefined;
}

export const errorsOfOneDatabase = (): Errors => {
  let damage: string | undefined;
  const translated = (error: unknown): unknown => {
    if (!(error instanceof Error) || !('errcode' in error)) return error;
    const code = Number(error.errcode) & 0xff;
    const refusal = refusalOf(Number(error.errcode));
    if (refusal !== undefined) return new ReadOnly(refusal, { cause: error });
    if (code === constraintCode) return new ConstraintViolation(constraintName(error.message), error);
    if (transientCodes.has(code)) return new Unavailable(error.message, { cause: error });
    if (!damageCodes.has(code)) return error;
    damage ??= error.message;
    return new Damaged(error.message, { cause: error });
  };
  const translating = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translated(error);
    }
  };
  return { translated, translating, damage: () => damage };
};

/** Whether the error means that another process holds the lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode;
