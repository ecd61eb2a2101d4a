// Finds providers that let anybody on the internet create an account.
import type { Reader } from '../../../db/database.ts';
import type { Fact } from '../../../db/fact.ts';
import { isPublicIssuer } from '../../../protocols/openid/provider.ts';
import { allProviders, issuerOfRow, type ProviderRow } from './store.ts';

/** Whether a public provider creates accounts without restricting domains or groups. */
export const isOpen = (row: ProviderRow): boolean =>
  row.is_enabled === 1 &&
  row.creates_accounts === 1 &&
  row.allowed_domains === '[]' &&
  row.allowed_groups === '[]' &&
  isPublicIssuer(issuerOfRow(row));

export const openSentence =
  'Anybody can create an account at {name}, and use that account to sign up for this service.';
export const openAdvice = 'Set allowed-domains or allowed-groups of the provider, or turn creates-accounts off.';

/** Names of the providers that let anybody create an account. */
export const openProviders: Fact<readonly string[]> = {
  table: 'oidc_providers',
  read: async (reader: Reader) => (await reader.rows(allProviders, {})).filter(isOpen).map(({ name }) => name),
};
