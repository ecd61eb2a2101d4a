// Attribute `setting-overwrites`: whether a workspace or project has its own execution mode and agent pool or inherits
// them. Neither has an effect here, so the values are only stored and returned.
import { Type } from 'typebox';
import { type CompatAttribute, compatOnly } from '../../../jsonapi/compat-only.ts';

const name = 'setting-overwrites';

/**
 * Declares attributes for third-party clients, plus `setting-overwrites` with one flag each for the execution mode and the
 * agent pool.
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
   * Sets both flags to the same value. A request that sets the execution mode without the flags overwrites the
   * inherited settings.
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
