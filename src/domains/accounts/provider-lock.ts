// The lock that changes of identity providers take.
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { setValues } from '../instance/index.ts';
import { saml } from './saml/settings.ts';
import type { OrganizationList } from './single-sign-on/listed-organizations.ts';

/**
 * Lets one change of providers, or of the SAML settings, wait for the other until the transaction ends, since their positions
 * and lists depend on each other. Gives the list of the SAML settings.
 */
export async function lockProviders(tx: Transaction, context: Context): Promise<OrganizationList> {
  const { result } = await setValues(tx, context, saml, () => ({}));
  return { provider: 'the SAML settings', organizations: result.organizations ?? [] };
}
