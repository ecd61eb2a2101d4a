// A policy as the list in a folder names it.
import { NotChecked } from '../command.ts';

export interface PolicyEntry {
  readonly name: string;
  readonly kind: 'opa' | 'native';
  readonly description: string | null;
  readonly enforcementLevel: string;
  /** Whether it never blocks, whatever its level. */
  readonly isShadow: boolean;
  /** Null for policies of the kind `native`. */
  readonly query: string | null;
  /** The file with its code, from the folder on; null where all files together are the code. */
  readonly file: string | null;
}

/** The levels of each kind; the first one applies where an entry names none. */
export const levelsOfKind: Readonly<Record<PolicyEntry['kind'], readonly string[]>> = {
  opa: ['advisory', 'mandatory'],
  native: ['advisory', 'soft-mandatory', 'hard-mandatory'],
};

/** A fault in a list, with its place. */
export const faultAt = (file: string, line: number, message: string): NotChecked =>
  new NotChecked(`${file}:${line}: ${message}`);
