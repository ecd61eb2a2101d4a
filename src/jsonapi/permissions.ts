import { Type } from 'typebox';
import { mapValues } from '../lib/functions/records.ts';
import { type Shown, shown, shownObject } from './resource.ts';

/**
 * Declares the attribute `permissions`, which says what the caller may do with a record. `rules` contains one rule for
 * each permission name.
 */
export function permissionsOf<Row>(rules: Readonly<Record<string, (row: Row) => boolean>>): {
  readonly permissions: Shown<Row>;
} {
  return { permissions: shownObject(mapValues(rules, (is) => shown(Type.Boolean(), is))) };
}
