import type { Reader } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import { issuerOf } from '../../../protocols/openid/provider.ts';
import { providerKey } from '../../../protocols/sign-in/claims.ts';
import { oidcProviders } from './entity.ts';
import type { OrganizationList } from './listed-organizations.ts';

export type ProviderRow = StoredRow<'oidc_providers'>;

const violations = { oidc_providers_key: attributeProblem('key', 'taken', 'Key has already been taken') };

export const insertProvider = explained(violations, inserter('oidc_providers'));
export const updateProviderRow = updater('oidc_providers');
export const deleteProviderRow = deleter('oidc_providers');

export const credentialPlace = (id: string): SecretPlace => ({
  table: 'oidc_providers',
  column: 'sealed_credential',
  id,
});

export const maxProviders = 20;

/** All providers, in the order of their buttons on the sign-in page. */
export const allProviders = query()((db) =>
  db.selectFrom('oidc_providers').select(oidcProviders.all).orderBy('position').orderBy('id').limit(maxProviders),
);

export const providerById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('oidc_providers').select(oidcProviders.all).where('id', '=', id),
);

export const providerByKey = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('oidc_providers').select(oidcProviders.all).where('key', '=', key),
);

/** The organization list of each OpenID Connect provider. */
export const openIdLists = async (reader: Reader): Promise<readonly OrganizationList[]> =>
  (await reader.rows(allProviders, {})).map(listOf);

export const listOf = ({ name, organizations }: ProviderRow): OrganizationList => ({
  provider: name,
  organizations: JSON.parse(organizations),
});

/** Issuer of the provider, in the format that is stored with identities. */
export const issuerOfRow = ({ issuer, tenant }: ProviderRow): string =>
  issuerOf({ issuer, tenant: tenant ?? undefined });

/** Key of the provider, in the format that is stored with identities. */
export const keyOfRow = (row: ProviderRow): string => providerKey('openid', issuerOfRow(row));
