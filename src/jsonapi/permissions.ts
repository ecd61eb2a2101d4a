import { Type } from 'typebox';
import { type Shown, shown } from './resource.ts';
import { Exactly } from './schema.ts';

/** The attribute `permissions`: what the caller may do with a record, by a rule for each name. */
export function permissionsOf<Row>(rules: Readonly<Record<string, (row: Row) => boolean>>): {
  readonly permissions: Shown<Row>;
} {
  const entries = Object.entries(rules);
  const schema = Exactly(Object.fromEntries(entries.map(([name]) => [name, Type.Boolean()])));
  return { permissions: shown(schema, (row) => Object.fromEntries(entries.map(([name, is]) => [name, is(row)]))) };
}
