// Some clients say of a workspace, or a project, whether it has a place of its own for its runs or that of what it belongs to.
// Both are the same here, so what they say is kept and shown.
import { Type } from 'typebox';
import { type CompatAttribute, compatOnly } from '../../../jsonapi/compat-only.ts';

const name = 'setting-overwrites';

/** Attributes of other vocabularies, and whether a record overwrites `settings`: its mode of execution, and its pool of agents. */
export const compatWithOverwrites = (
  settings: readonly [mode: string, pool: string],
  attributes: Readonly<Record<string, CompatAttribute>>,
  alternatives: readonly (readonly [string, string])[] = [],
) => {
  const both = (isOwn: boolean) => Object.fromEntries(settings.map((setting) => [setting, isOwn]));
  const schema = Type.Object(Object.fromEntries(settings.map((setting) => [setting, Type.Optional(Type.Boolean())])));
  const compat = compatOnly({ ...attributes, [name]: { schema, initial: both(false) } }, alternatives);
  /** Both settings go together, and a mode that is sent is the record's own. */
  const completed = (sent: object): object => {
    const overwrites = Object(Reflect.get(sent, name));
    const [mode, pool] = settings.map((setting) => Reflect.get(overwrites, setting));
    const isOwn = mode ?? pool ?? (Reflect.has(sent, settings[0]) || undefined);
    return isOwn === undefined ? sent : { ...sent, [name]: both(isOwn === true) };
  };
  const changed: typeof compat.changed = (words, before, sent) => compat.changed(words, before, completed(sent));
  return { ...compat, changed };
};
