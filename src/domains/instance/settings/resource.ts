import { hash } from 'node:crypto';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Meta } from '../../../http/reply.ts';
import { type Resource, resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { type SettingsRow, unsetRow } from '../../../runtime/state/live-settings.ts';
import type { Group, Values } from './group.ts';
import { storedAttributes, valuesIn } from './record.ts';
import { idOf, nameOf, shownOf, shownSchemas, typeOf } from './wire.ts';

/** A group's attributes, in the words of the vocabulary, and what its documents say beside them. */
export interface ShownSettings {
  readonly attributes: Values;
  readonly meta: object;
}

const secretsIn = (group: Group): readonly string[] =>
  [...storedAttributes(group)].flatMap(([name, { isSecret = false }]) => (isSecret ? [name] : []));

/** The secrets of a group that have a value, by name: their values are nowhere. */
export const settingsMeta = (group: Group): Meta<ShownSettings> | undefined => {
  const members = {
    ...(secretsIn(group).length > 0 && { 'set-secrets': Type.Array(Type.String()) }),
    ...(group.problem && { problem: Nullable(Type.String()) }),
    ...group.meta?.members,
  };
  return Object.keys(members).length === 0 ? undefined : { members, read: ({ meta }) => meta };
};

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
  const values = valuesIn(context, group, row);
  const byName: Values = values;
  const secrets = secretsIn(group);
  const set = secrets.filter((name) => !isBlank(byName[name])).map((name) => nameOf(group, context.vocabulary, name));
  return {
    attributes: shownOf(context, group, values),
    meta: {
      ...(secrets.length > 0 && { 'set-secrets': set }),
      ...(group.problem && { problem: group.problem(values) ?? null }),
      ...group.meta?.read(values),
    },
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
