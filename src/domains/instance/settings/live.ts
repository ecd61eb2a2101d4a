import type { Context } from '../../../context.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import type { Attributes, Group, ValuesOf } from './group.ts';
import { valuesIn } from './record.ts';

/** Makes a reader for the values in force: a plain function call, which parses the row again only after a change. */
export function inForce<Declared extends Attributes>(group: Group<Declared>): (context: Context) => ValuesOf<Declared> {
  const readerFor = memoize((context: Context) =>
    memoize((row: SettingsRow): ValuesOf<Declared> => valuesIn(context, group, row)),
  );
  return (context) => readerFor(context)(context.settings.row(group.id));
}
