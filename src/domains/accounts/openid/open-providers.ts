// Providers through which anybody can create an account.
import type { Reader } from '../../../db/database.ts';
import type { Look } from '../../../db/look.ts';
import { isPublicIssuer } from '../../../protocols/openid/provider.ts';
import { issuerOfRow } from './providers.ts';
import { allProviders, type ProviderRow } from './store.ts';

/** True of a public provider that creates accounts, whatever the domain or the groups of a person. */
export const isOpen = (row: ProviderRow): boolean =>
  row.is_enabled === 1 &&
  row.creates_accounts === 1 &&
  row.allowed_domains === '[]' &&
  row.allowed_groups === '[]' &&
  isPublicIssuer(issuerOfRow(row));

export const openSentence = (name: string): string =>
  `Anybody can get an account at ${name}, and with it an account here: set allowed-domains or allowed-groups, or turn creates-accounts off.`;

/** A sentence about each such provider. */
export const openProviders: Look<readonly string[]> = {
  table: 'oidc_providers',
  read: async (reader: Reader) =>
    (await reader.rows(allProviders, {})).filter(isOpen).map(({ name }) => openSentence(name)),
};
