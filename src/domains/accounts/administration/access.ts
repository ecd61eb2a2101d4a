import { forAdministrators } from '../../../http/site-administrator.ts';
import { getUser } from '../users/users.ts';

/** Finds any account of the instance by identifier or username, for site administrators; 404 for everybody else. */
export const administeredUser = forAdministrators((context, { user_id }: { readonly user_id: string }) =>
  getUser(context, user_id),
);
