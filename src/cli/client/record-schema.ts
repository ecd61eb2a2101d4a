// Records as a service answers them. It may be of another version: the types are those that the domains declare.
import { type TUnsafe, Type } from 'typebox';

type Read<Attributes, Needed extends keyof Attributes> = Pick<Attributes, Needed> & Partial<Attributes>;

/** Schema of attributes: the needed ones must be there, others may be missing, and unknown ones are ignored. */
export const attributesOf =
  <Attributes>() =>
  <const Needed extends keyof Attributes & string>(...needed: readonly Needed[]): TUnsafe<Read<Attributes, Needed>> =>
    Type.Unsafe(Type.Object(Object.fromEntries(needed.map((name) => [name, Type.Unknown()]))));
