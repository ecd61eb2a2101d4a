// What is sent to make an account.
import { Type } from 'typebox';
import { plainPayload } from '../../jsonapi/payload.ts';
import { Email, Password, Username } from '../../jsonapi/schema.ts';

const account = { username: Username(), email: Email() };

/** The first administrator, who signs in with a password. */
export const firstAdministrator = plainPayload({ ...account, password: Password() });

/** Any other account; without a password it signs in once one is set, or uses a token. */
export const newAccount = plainPayload({ ...account, password: Type.Optional(Password()) });
