// Payloads that create accounts.
import { Type } from 'typebox';
import { documentPayload, plainPayload } from '../../../jsonapi/payload.ts';
import { Password } from '../../../jsonapi/schema.ts';
import { users } from './entity.ts';

const { username, email } = users.create;
const account = { username, email };

/** Payload for the first administrator, who signs in with a password. */
export const firstAdministrator = plainPayload({ ...account, password: Password() });

/** Payload for any other account. Without a password, the person must set one first, or the account uses a token. */
export const newAccount = plainPayload({ ...account, password: Type.Optional(Password()) });

/** Payload with which the operator sets a password. */
export const newPassword = plainPayload({ password: Password() });

/** Payload with which an administrator creates an account over HTTP. */
export const newUserDocument = documentPayload({
  type: 'users',
  attributes: Type.Object({
    ...users.create,
    password: Type.Optional(Password()),
  }),
});
