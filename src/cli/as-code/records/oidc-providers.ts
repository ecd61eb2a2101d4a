// Identity providers of the sign-in by OpenID Connect.
import { oidcProviders, providerExtras } from '../../../domains/accounts/commands.ts';
import { optional } from '../../client/service-client.ts';
import { sentValues } from '../difference.ts';
import { type Present, storedSecret } from '../model.ts';
import type { RecordKind } from '../record-kind.ts';
import { createAt, deleteAt, listAt, patchAt, pathIn, type Target, textIn, valuesIn } from '../wire.ts';

const { key: _key, ...ofProviders } = oidcProviders.create;
const { lists, credentials } = providerExtras;
const path = pathIn('admin', 'oidc-providers');

/** Attributes that are secrets. */
export const providerSecrets: readonly string[] = Object.keys(credentials);

export const oidcProviderKind: RecordKind = {
  name: 'oidc-provider',
  noun: 'identity provider',
  attributes: { ...ofProviders, ...lists, ...credentials },
  required: ['name', 'client-id'],
  immutable: ['preset'],
  create: async (target, change) => {
    const attributes = { key: change.declared.path[0], ...sentValues(change) };
    return (await createAt(target, path, { type: 'oidc-providers', attributes })).id;
  },
  change: (target, change) => {
    const { position } = change.declared.values;
    const attributes = { ...sentValues(change), ...(position !== undefined && { position }) };
    return patchAt(target, pathIn('admin', 'oidc-providers', change.present.id), {
      type: 'oidc-providers',
      attributes,
    });
  },
  remove: (target, { id }) => deleteAt(target, pathIn('admin', 'oidc-providers', id)),
};

/** All providers; none where the service has no such records. */
export async function readOidcProviders(target: Target): Promise<readonly Present[]> {
  const names = Object.keys({ ...ofProviders, ...lists });
  const records = (await optional(listAt(target, path))) ?? [];
  return records.map((each): Present => {
    const credential = textIn(target, each, 'credential');
    const values = { ...valuesIn(target, each, names), [credential]: storedSecret };
    return { kind: 'oidc-provider', path: [textIn(target, each, 'key')], id: each.id, values };
  });
}
