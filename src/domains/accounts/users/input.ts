// What is sent to make an account.
import { Type } from 'typebox';
import { documentPayload, plainPayload } from '../../../jsonapi/payload.ts';
import { Email, Password, Username } from '../../../jsonapi/schema.ts';

const account = { username: Username(), email: Email() };

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
    ...account,
    password: Type.Optional(Password()),
    'is-admin': Type.Optional(Type.Boolean()),
    'is-service-account': Type.Optional(Type.Boolean()),
  }),
});
