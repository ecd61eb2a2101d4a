// The payloads of new accounts.
import { Type } from 'typebox';
import { documentPayload, plainPayload } from '../../../jsonapi/payload.ts';
import { Password } from '../../../jsonapi/schema.ts';
import { users } from './entity.ts';

const { username, email } = users.create;
const account = { username, email };

/** The first administrator, who signs in with a password. */
export const firstAdministrator = plainPayload({ ...account, password: Password() });

/** Any other account; without a password it signs in once one is set, or uses a token. */
export const newAccount = plainPayload({ ...account, password: Type.Optional(Password()) });

/** A password that the operator sets for somebody. */
export const newPassword = plainPayload({ password: Password() });

/** Any account, as an administrator makes it over HTTP. */
export const newUserDocument = documentPayload({
  type: 'users',
  attributes: Type.Object({
    ...users.create,
    password: Type.Optional(Password()),
  }),
});
