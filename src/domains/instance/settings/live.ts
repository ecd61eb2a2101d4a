import type { Context } from '../../../context.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import type { Attributes, SettingsGroupDefinition, ValuesOf } from './group.ts';
import { valuesIn } from './record.ts';

/**
 * Creates a function that returns the current values of a group without a database query. The values are parsed only
 * after a change.
 */
export function inForce<Declared extends Attributes>(
  group: SettingsGroupDefinition<Declared>,
): (context: Context) => ValuesOf<Declared> {
  const readerFor = memoize((context: Context) =>
    memoize((row: SettingsRow): ValuesOf<Declared> => valuesIn(context, group, row)),
  );
  return (context) => readerFor(context)(context.settings.row(group.id));
}
