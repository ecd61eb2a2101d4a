// Attribute `setting-overwrites` of workspaces and projects. It says whether a workspace or project has its own
// execution mode and agent pool or inherits them. Neither setting has an effect in this service, so the attribute is
// only stored and returned.
import { Type } from 'typebox';
import { type CompatAttribute, compatOnly } from '../../../jsonapi/compat-only.ts';

const name = 'setting-overwrites';

/**
 * Declares attributes for third-party clients, and additionally `setting-overwrites`. This attribute has one flag for
 * the execution mode and one for the agent pool.
 */
export const compatWithOverwrites = (
  settings: readonly [mode: string, pool: string],
  attributes: Readonly<Record<string, CompatAttribute>>,
  alternatives: readonly (readonly [string, string])[] = [],
) => {
  const both = (isOwn: boolean) => Object.fromEntries(settings.map((setting) => [setting, isOwn]));
  const schema = Type.Object(Object.fromEntries(settings.map((setting) => [setting, Type.Optional(Type.Boolean())])));
  const compat = compatOnly({ ...attributes, [name]: { schema, initial: both(false) } }, alternatives);
  /**
   * Adds missing flags. Both flags always have the same value. If a request sets the execution mode without sending
   * flags, the flags become true.
   */
  const completed = (sent: object): object => {
    const overwrites = Object(Reflect.get(sent, name));
    const [mode, pool] = settings.map((setting) => Reflect.get(overwrites, setting));
    const isOwn = mode ?? pool ?? (Reflect.has(sent, settings[0]) || undefined);
    return isOwn === undefined ? sent : { ...sent, [name]: both(isOwn === true) };
  };
  const changed: typeof compat.changed = (words, before, sent) => compat.changed(words, before, completed(sent));
  return { ...compat, changed };
};
