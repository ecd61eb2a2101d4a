// Parses `name=value` arguments.

import type { TSchema } from 'typebox';
import { isText } from '../../jsonapi/schema.ts';
import { UsageError } from './command.ts';
import { parsedJson } from './input.ts';

/** Attributes that a `name=value` argument can set, and the end of the message about an unknown attribute. */
export interface Settable {
  readonly schemas: ReadonlyMap<string, TSchema>;
  /** End of the message for an unknown attribute, such as `"tipstaff settings get general" lists the attributes`. */
  readonly otherwise: string;
  /** Names of secret attributes. Their values must not be given as arguments. */
  readonly secrets?: readonly string[];
}

/**
 * Returns the name and value in an argument. The value of a text attribute is used as it is. Any other value is parsed
 * as JSON, or used as text if it is not valid JSON.
 */
export const keyAndValue = (word: string, settable: Settable): readonly [string, unknown] => {
  const { schemas, otherwise, secrets = [] } = settable;
  const mark = word.indexOf('=');
  const name = word.slice(0, Math.max(mark, 0));
  const schema = schemas.get(name);
  if (schema === undefined) throw new UsageError(`${word} sets no known attribute: ${otherwise}.`);
  if (secrets.includes(name))
    throw new UsageError(`${name} is a secret, and arguments are visible to other users: use --stdin.`);
  const value = word.slice(mark + 1);
  const parsed = isText(schema) ? undefined : parsedJson(value);
  return [name, parsed === undefined ? value : parsed];
};
