// `name=value`, as commands that set something take it.

import type { TSchema } from 'typebox';
import { isText } from '../../jsonapi/schema.ts';
import { UsageError } from './command.ts';
import { parsedJson } from './input.ts';

/** Attributes that can be set, with the words for one that cannot be. */
export interface Settable {
  readonly schemas: ReadonlyMap<string, TSchema>;
  /** Such as `nothing in general; "tipstaff settings get" lists the attributes`. */
  readonly otherwise: string;
  /** Values that must not be arguments. */
  readonly secrets?: readonly string[];
}

/** Name and value of one `name=value`: text for an attribute that takes text, else the JSON value, or text that is no JSON. */
export const assignment = (word: string, settable: Settable): readonly [string, unknown] => {
  const { schemas, otherwise, secrets = [] } = settable;
  const mark = word.indexOf('=');
  const name = word.slice(0, Math.max(mark, 0));
  const schema = schemas.get(name);
  if (schema === undefined) throw new UsageError(`${word} sets ${otherwise}.`);
  if (secrets.includes(name))
    throw new UsageError(`${name} is a secret, and arguments are visible to other users: use --stdin.`);
  const value = word.slice(mark + 1);
  const parsed = isText(schema) ? undefined : parsedJson(value);
  return [name, parsed === undefined ? value : parsed];
};
