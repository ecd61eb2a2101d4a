// What the rest of the service asks: the values in force, for the price of a function call.
import type { Context } from '../../../context.ts';
import { memoize } from '../../../lib/memoize.ts';
import type { SettingsRow } from '../../../runtime/live-settings.ts';
import type { Attributes, Group, ValuesOf } from './group.ts';
import { valuesIn } from './record.ts';

/** Makes the reader of a group's values in force. They are read anew when the group has changed. */
export const inForce = <Declared extends Attributes>(
  group: Group<Declared>,
): ((context: Context) => ValuesOf<Declared>) => {
  const readerFor = memoize((context: Context) =>
    memoize((row: SettingsRow): ValuesOf<Declared> => valuesIn(context, group, row)),
  );
  return (context) => readerFor(context)(context.settings.row(group.id));
};
