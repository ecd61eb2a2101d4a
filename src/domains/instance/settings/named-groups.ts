// Settings groups for the command line, with names in the configured vocabulary.
import type { TSchema } from 'typebox';
import type { Context } from '../../../context.ts';
import { partialPayload } from '../../../jsonapi/payload.ts';
import { attributeIn, inWords, type Vocabulary } from '../../../jsonapi/vocabulary.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { GroupValues, SettingsGroupDefinition } from './group.ts';
import { valuesIn } from './record.ts';
import { type ShownSettings, shownSettings } from './resource.ts';
import { readSettings, updateSettings } from './settings.ts';
import { idIn, parseChange, settableSchemas, typeOf } from './wire.ts';

export interface NamedGroup {
  readonly id: string;
  readonly group: SettingsGroupDefinition;
  /** Schemas of the settable attributes by name. */
  readonly schemas: ReadonlyMap<string, TSchema>;
  /** Names of the secret attributes. */
  readonly secrets: readonly string[];
}

export function namedGroups(
  { vocabulary }: Pick<Context, 'vocabulary'>,
  groups: readonly SettingsGroupDefinition[],
): readonly NamedGroup[] {
  return groups.map((group) => ({
    id: idIn(vocabulary, group),
    group,
    schemas: schemasIn(vocabulary, group),
    secrets: Object.entries(group.attributes).flatMap(([name, attribute]) =>
      attribute.kind === 'stored' && attribute.isSecret ? [attributeIn(vocabulary, name)] : [],
    ),
  }));
}

function schemasIn(vocabulary: Vocabulary, group: SettingsGroupDefinition): NamedGroup['schemas'] {
  const { attributes, compat } = settableSchemas(group);
  const schemas = { ...attributes, ...(vocabulary.behaviour.hasCompatAttributes && compat) };
  return new Map(Object.entries(schemas).map(([name, schema]) => [attributeIn(vocabulary, name), schema]));
}

/** Returns the values of a group. Reading secrets is recorded in the audit log. */
export async function readGroup(context: Context, actor: Actor, { group }: NamedGroup): Promise<ShownSettings> {
  return shownSettings(context, group, await readSettings(context, actor, group));
}

export interface ChangedGroup {
  readonly settings: ShownSettings;
  /** Labels and texts to print in addition to the values, for example about a test message. */
  readonly report: Readonly<Record<string, string>> | undefined;
}

/** Changes attributes of a group under the same rules as PATCH. 422 if a rule is broken. */
export async function changeGroup(
  context: Context,
  actor: Actor,
  { group }: NamedGroup,
  attributes: GroupValues,
): Promise<ChangedGroup> {
  const payload = partialPayload({ type: typeOf(group), ...settableSchemas(group) });
  const input = inWords(payload, context.vocabulary).check({ data: { attributes } });
  const values = parseChange(group, input.attributes);
  const row = await updateSettings(context, actor, group, { values, problems: input.problems, ifMatch: () => true });
  const report = group.report?.(valuesIn(context, group, row), values.transient);
  return { settings: shownSettings(context, group, row), report };
}
