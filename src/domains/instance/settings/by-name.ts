// Settings as the operator names them, by text.
import type { TSchema } from 'typebox';
import type { Context } from '../../../context.ts';
import { partialPayload } from '../../../jsonapi/payload.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Group, Values } from './group.ts';
import { type ShownSettings, shownSettings } from './resource.ts';
import { readSettings, updateSettings } from './settings.ts';
import { idOf, nameOf, parseChange, settableSchemas, typeOf } from './wire.ts';

/** A group with what can be set in it. */
export interface NamedGroup {
  readonly id: string;
  readonly group: Group;
  /** The schemas of the attributes that can be set, by their names. */
  readonly schemas: ReadonlyMap<string, TSchema>;
  /** The names of those that are secret. */
  readonly secrets: readonly string[];
}

/** Every group, in the words of the service's vocabulary. */
export const namedGroups = ({ vocabulary }: Context, groups: readonly Group[]): readonly NamedGroup[] =>
  groups.map((group) => ({
    id: idOf(group, vocabulary),
    group,
    schemas: new Map(Object.entries(settableSchemas(group, vocabulary))),
    secrets: Object.entries(group.attributes).flatMap(([name, attribute]) =>
      attribute.kind === 'kept' && attribute.isSecret ? [nameOf(group, vocabulary, name)] : [],
    ),
  }));

/** What a group says now. A look at credentials is recorded. */
export const readGroup = async (context: Context, actor: Actor, { group }: NamedGroup): Promise<ShownSettings> =>
  shownSettings(context, group, await readSettings(context, actor, group));

/** Changes attributes of a group by the rules that HTTP keeps. 422 when one is broken. */
export const changeGroup = async (
  context: Context,
  actor: Actor,
  { group }: NamedGroup,
  attributes: Values,
): Promise<ShownSettings> => {
  const { vocabulary } = context;
  const payload = partialPayload(typeOf(group, vocabulary), settableSchemas(group, vocabulary));
  const input = payload.check({ data: { attributes } });
  const values = parseChange(group, vocabulary, input.attributes);
  const row = await updateSettings(context, actor, group, { values, problems: input.problems, ifMatch: () => true });
  return shownSettings(context, group, row);
};
