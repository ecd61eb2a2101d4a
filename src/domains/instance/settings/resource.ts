import { hash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { type Resource, resource, shown } from '../../../jsonapi/resource.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { memoize } from '../../../lib/memoize.ts';
import { type SettingsRow, unsetRow } from '../../../runtime/live-settings.ts';
import type { Group, Values } from './group.ts';
import { valuesIn } from './record.ts';
import { idOf, shownOf, shownSchemas, typeOf } from './wire.ts';

/** A group's attributes, in the words of the vocabulary. */
export interface ShownSettings {
  readonly attributes: Values;
}

export function settingsResource(group: Group, words: Vocabulary): Resource<ShownSettings> {
  const attributes = Object.entries(shownSchemas(group, words)).map(([name, schema]) => [
    name,
    shown(schema, ({ attributes }: ShownSettings): unknown => attributes[name]),
  ]);
  return resource<ShownSettings>({
    type: typeOf(group, words),
    attributes: Object.fromEntries(attributes),
    id: () => idOf(group, words),
  });
}

/** A row as clients see it. */
export function shownSettings(context: Context, group: Group, row: SettingsRow): ShownSettings {
  return {
    attributes: shownOf(context, group, valuesIn(context, group, row)),
  };
}

const digestLength = 12;

/**
 * Makes the strong entity tags of a group: the revision of the record, and a digest of its initial values, because a newer
 * version of the service or another configuration may show the same revision with other values.
 */
export function tagsOf(group: Group): (context: Context, row: SettingsRow) => string {
  const digestFor = memoize((context: Context) => {
    const unset = shownSettings(context, group, unsetRow(group.id));
    return hash('sha256', JSON.stringify(unset), 'base64url').slice(0, digestLength);
  });
  return (context, { revision }) => `"${revision}-${digestFor(context)}"`;
}
