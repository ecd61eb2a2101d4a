import { Type } from 'typebox';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { documentPayload, type Payload } from '../../../jsonapi/payload.ts';
import { Password, Text } from '../../../jsonapi/schema.ts';
import { isObject } from '../../../lib/json/json-tree.ts';

/** Replaces `_` with `-` in attribute names, because existing clients send underscores to these endpoints. */
const hyphenated = (value: unknown): unknown => {
  if (!isObject(value) || !('data' in value) || !isObject(value.data)) return value;
  const { data } = value;
  if (!('attributes' in data) || !isObject(data.attributes)) return value;
  const entries = Object.entries(data.attributes).map(([name, each]) => [name.replaceAll('_', '-'), each]);
  return { ...value, data: { ...data, attributes: Object.fromEntries(entries) } };
};

/** Accepts attribute names with underscores and with hyphens. */
const inBothSpellings = <Input>(payload: Payload<Input>): Payload<Input> => ({
  ...payload,
  check: (value) => payload.check(hyphenated(value)),
});

const confirmation = (attributes: Readonly<Record<string, unknown>>) =>
  attributes['password-confirmation'] === undefined || attributes['password-confirmation'] === attributes.password
    ? []
    : [attributeProblem('password-confirmation', 'mismatch', "Password confirmation doesn't match Password")];

/** Payload that changes the caller's own password. */
export const passwordChange = inBothSpellings(
  documentPayload({
    type: 'users',
    attributes: Type.Object({
      'current-password': Text(),
      password: Password(),
      'password-confirmation': Type.Optional(Text()),
    }),
    rules: confirmation,
  }),
);

/** Payload that sets a password through a link. */
export const linkedPassword = documentPayload({
  type: 'users',
  attributes: Type.Object({ password: Password(), 'password-confirmation': Type.Optional(Text()) }),
  rules: confirmation,
});
