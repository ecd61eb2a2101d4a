import { hash } from 'node:crypto';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Meta } from '../../../http/reply.ts';
import { type Resource, resource } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { attributeIn, inWords } from '../../../jsonapi/vocabulary.ts';
import { memoize } from '../../../lib/functions/memoize.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { type SettingsRow, unsetRow } from '../../../runtime/state/live-settings.ts';
import type { GroupValues, SettingsGroupDefinition } from './group.ts';
import { storedAttributes, valuesIn } from './record.ts';
import { idIn, shownAttributes, shownOf, typeOf } from './wire.ts';

/** Attributes of a group, and the additional members of `meta`. */
export interface ShownSettings {
  readonly id: string;
  readonly attributes: GroupValues;
  readonly meta: object;
}

const secretsIn = (group: SettingsGroupDefinition): readonly string[] =>
  [...storedAttributes(group)].flatMap(([name, { isSecret = false }]) => (isSecret ? [name] : []));

/**
 * Members of `meta` in responses about a group. They include the names of the secrets that are set, but never their
 * values.
 */
export const settingsMeta = (group: SettingsGroupDefinition): Meta<ShownSettings> | undefined => {
  const members = {
    ...(secretsIn(group).length > 0 && { 'set-secrets': Type.Array(Type.String()) }),
    ...(group.problem && { problem: Nullable(Type.String()) }),
    ...group.meta?.members,
  };
  return Object.keys(members).length === 0 ? undefined : { members, read: ({ meta }) => meta };
};

export const settingsResource = memoize(
  (group: SettingsGroupDefinition): Resource<ShownSettings> =>
    resource<ShownSettings>({ type: typeOf(group), attributes: shownAttributes(group) }),
);

/** Converts a stored row to the settings that clients see. */
export function shownSettings(context: Context, group: SettingsGroupDefinition, row: SettingsRow): ShownSettings {
  const values = valuesIn(context, group, row);
  const byName: GroupValues = values;
  const secrets = secretsIn(group);
  const set = secrets.filter((name) => !isBlank(byName[name])).map((name) => attributeIn(context.vocabulary, name));
  return {
    id: idIn(context.vocabulary, group),
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
 * Creates the strong entity tags of a group. A tag consists of the record's revision and a digest of the initial
 * values, because after an upgrade or a configuration change the same revision may show other values.
 */
export function tagsOf(group: SettingsGroupDefinition): (context: Context, row: SettingsRow) => string {
  const digestFor = memoize((context: Context) => {
    const unset = shownSettings(context, group, unsetRow(group.id));
    const { attributes } = inWords(settingsResource(group), context.vocabulary).object(unset);
    return hash('sha256', JSON.stringify({ attributes, meta: unset.meta }), 'base64url').slice(0, digestLength);
  });
  return (context, { revision }) => `"${revision}-${digestFor(context)}"`;
}
