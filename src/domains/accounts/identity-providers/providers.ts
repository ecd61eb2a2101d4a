// OpenID Connect providers, which site administrators configure.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { attributeProblem, existing, invalid, requireFewer, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { OpenIdError } from '../../../protocols/openid/error.ts';
import {
  isPublicIssuer,
  type OpenIdProvider,
  type ProviderPreset,
  providerPresets,
} from '../../../protocols/openid/provider.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { setValues } from '../../instance/index.ts';
import { oidcProviders } from './entity.ts';
import { credentialIn, type ProviderExtras, requireUsable } from './input.ts';
import { listProblems, type OrganizationList, renamedIn } from './listed-organizations.ts';
import { saml } from './saml-settings.ts';
import {
  allProviders,
  credentialPlace,
  deleteProviderRow,
  insertProvider,
  listOf,
  maxProviders,
  type ProviderRow,
  providerById,
  updateProviderRow,
} from './store.ts';

/** Input for creating or changing a provider. */
export type ProviderInput = Parameters<typeof oidcProviders.changed>[0] &
  ProviderExtras & { readonly position?: number };

/** All providers, in the order of their buttons on the sign-in page. */
export const findProviders = ({ database }: Context): Promise<readonly ProviderRow[]> =>
  database.rows(allProviders, {});

/**
 * Locks the providers and the SAML settings until the transaction ends, because the positions and organization lists of
 * providers depend on each other. Returns the organization list of the SAML settings.
 */
async function lockProviders(tx: Transaction, context: Context): Promise<OrganizationList> {
  const { result } = await setValues(tx, context, saml, () => ({}));
  return { provider: 'the SAML settings', organizations: result.organizations ?? [] };
}

/** Finds a provider. 404 if it does not exist. */
export async function getProvider(reader: Reader, id: string): Promise<ProviderRow> {
  return existing(await reader.first(providerById, { id }));
}

/**
 * Creates a provider. Omitted attributes get the values of its preset. 422 if nobody could sign in through the
 * provider.
 */
export function createProvider(
  context: Context,
  actor: Actor,
  input: ProviderInput & {
    readonly key: string;
    readonly name: string;
    readonly 'client-id': string;
    readonly preset?: ProviderRow['preset'];
    readonly issuer?: string;
  },
): Promise<ProviderRow> {
  const credential = credentialIn(input);
  if (credential === undefined)
    throw invalid(
      attributeProblem('client-secret', 'required', "Client-secret can't be blank unless private-key is set"),
    );
  return auditedTransaction(context, actor, async (tx) => {
    const samlList = await lockProviders(tx, context);
    const others = await tx.rows(allProviders, {});
    requireFewer({ total: others.length }, maxProviders, `There can be at most ${maxProviders} identity providers`);
    const [id, at] = [newId('idp'), timestamp(context.clock.now())];
    const { position = others.length + 1 } = input;
    const row = {
      id,
      ...defaultsOf(input),
      ...oidcProviders.created(input),
      ...listsIn(input),
      key: input.key,
      name: input.name,
      client_id: input['client-id'],
      position: Math.min(position, others.length + 1),
      credential: credential.kind,
      sealed_credential: context.vault.seal(credentialPlace(id), credential.text),
      created_at: at,
      updated_at: at,
    };
    requireUsable(row);
    await requireUnlisted(tx, context, input, [samlList, ...others.map(listOf)]);
    await insertProvider(tx, row);
    await placeInOrder(tx, others, row);
    const result = await getProvider(tx, id);
    return { result, audit: [{ action: 'oidc-provider.create', type: 'oidc-providers', id, after: audited(result) }] };
  });
}

/** Changes a provider. 422 under the same conditions as `createProvider`. */
export function updateProvider(
  context: Context,
  actor: Actor,
  { id }: ProviderRow,
  input: ProviderInput,
): Promise<ProviderRow> {
  const credential = credentialIn(input);
  return auditedTransaction(context, actor, async (tx) => {
    const samlList = await lockProviders(tx, context);
    const all = await tx.rows(allProviders, {});
    const before = existing(all.find((row) => row.id === id));
    const others = all.filter((row) => row.id !== id);
    const changes = {
      ...oidcProviders.changed(input),
      ...listsIn(input),
      ...(credential && { credential: credential.kind }),
    };
    const position = Math.min(changes.position ?? before.position, all.length);
    const after = { ...before, ...changes, position };
    requireUsable(after);
    requireSecretOfIssuer(before, after, credential !== undefined);
    await requireUnlisted(tx, context, input, [samlList, ...others.map(listOf)]);
    if (credential === undefined && isDeepStrictEqual(after, before)) return { result: before, audit: [] };
    const sealed = credential && { sealed_credential: context.vault.seal(credentialPlace(id), credential.text) };
    await updateProviderRow(tx, id, { ...changes, ...sealed, position, updated_at: timestamp(context.clock.now()) });
    await placeInOrder(tx, others, after);
    return updated(before, await getProvider(tx, id), credential !== undefined);
  });
}

function updated(before: ProviderRow, result: ProviderRow, isCredentialNew: boolean): Audited<ProviderRow> {
  const entry = updateEntry(before, result);
  const after = { ...entry.after, ...(isCredentialNew && { 'client-credential': 'changed' }) };
  return { result, audit: [{ ...entry, after }] };
}

const updateEntry = (before: ProviderRow, after: ProviderRow) => ({
  action: 'oidc-provider.update',
  type: 'oidc-providers',
  id: after.id,
  before: audited(before),
  after: audited(after),
});

/**
 * Requires the client to send the credential again if the issuer or tenant changes, so that the stored secret is never
 * sent to another provider.
 */
function requireSecretOfIssuer(before: ProviderRow, after: ProviderRow, isNew: boolean): void {
  if (isNew || (before.issuer === after.issuer && before.tenant === after.tenant)) return;
  const attribute = before.credential;
  throw invalid(
    attributeProblem(
      attribute,
      'required',
      'The client-secret or the private-key must be sent again, because the issuer or the tenant changes',
    ),
  );
}

/** Throws 422 if an organization does not exist or is listed by another provider. */
async function requireUnlisted(
  tx: Transaction,
  context: Context,
  { organizations = [] }: ProviderExtras,
  others: readonly OrganizationList[],
): Promise<void> {
  const broken = await listProblems(context, tx, organizations, others);
  requireNone(
    broken.map(({ attribute, code, message }) => attributeProblem(attribute, code, `Organizations ${message}`)),
  );
}

/** Renames an organization in a provider's organization list. Removes it from the list if no new name is given. */
export async function changeListedName(
  tx: Transaction,
  context: Context,
  from: string,
  to?: string,
): Promise<readonly AuditEntry[]> {
  const { audit } = await setValues(tx, context, saml, ({ organizations }) => ({
    organizations: organizations && [...renamedIn(organizations, from, to)],
  }));
  const entries = [...audit];
  for (const before of await tx.rows(allProviders, {})) {
    const organizations = JSON.stringify(renamedIn(listOf(before).organizations, from, to));
    if (organizations === before.organizations) continue;
    await updateProviderRow(tx, before.id, { organizations });
    entries.push(updateEntry(before, { ...before, organizations }));
  }
  return entries;
}

/**
 * Deletes a provider. The identities at this provider stay linked to their accounts but can no longer be used to sign
 * in.
 */
export function deleteProvider(context: Context, actor: Actor, { id }: ProviderRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockProviders(tx, context);
    const before = await getProvider(tx, id);
    await deleteProviderRow(tx, id);
    await renumber(tx, await tx.rows(allProviders, {}));
    const entry = { action: 'oidc-provider.delete', type: 'oidc-providers', id, before: audited(before) };
    return { result: undefined, audit: [entry] };
  });
}

/** Inserts a provider at its position and renumbers the others, so that positions run from 1 without gaps. */
const placeInOrder = (
  tx: Transaction,
  others: readonly ProviderRow[],
  row: { readonly id: string; readonly position: number },
) => renumber(tx, [...others.slice(0, row.position - 1), { ...row, position: 0 }, ...others.slice(row.position - 1)]);

async function renumber(
  tx: Transaction,
  rows: readonly { readonly id: string; readonly position: number }[],
): Promise<void> {
  for (const [index, { id, position }] of rows.entries()) {
    if (position !== index + 1) await updateProviderRow(tx, id, { position: index + 1 });
  }
}

const custom: ProviderPreset = { ...providerPresets.keycloak, name: '', claims: providerPresets.okta.claims };

export const presetOf = (preset: ProviderRow['preset']): ProviderPreset =>
  preset === 'custom' ? custom : providerPresets[preset];

function defaultsOf(input: ProviderExtras & { readonly preset?: ProviderRow['preset']; readonly issuer?: string }) {
  const { preset = 'custom', issuer: own = '', 'allowed-domains': domains = [], 'allowed-groups': groups = [] } = input;
  const { issuer, scopes, claims, isPublic: isPublicPreset } = presetOf(preset);
  const isPublic = isPublicPreset || isPublicIssuer(own);
  const isOpenToAll = isPublic && domains.length === 0 && groups.length === 0;
  return {
    preset,
    is_enabled: 1,
    issuer,
    tenant: null,
    scopes: JSON.stringify(scopes),
    username_claim: claims.username,
    email_claim: claims.email,
    groups_claim: claims.groups,
    site_admin_claim: claims.siteAdmin,
    site_admin_value: claims.siteAdminValue,
    team_names_count: isPublic ? 0 : 1,
    organizations: '[]',
    allowed_domains: '[]',
    allowed_groups: '[]',
    creates_accounts: isOpenToAll ? 0 : 1,
  };
}

const listsIn = ({ scopes, 'allowed-domains': domains, 'allowed-groups': groups, organizations }: ProviderExtras) => ({
  ...(scopes && { scopes: JSON.stringify(scopes) }),
  ...(domains && { allowed_domains: JSON.stringify(domains) }),
  ...(groups && { allowed_groups: JSON.stringify(groups) }),
  ...(organizations && { organizations: JSON.stringify(organizations) }),
});

/** Attributes of a provider for the audit log. The credential is never included. */
const audited = (row: ProviderRow) => ({
  ...oidcProviders.audited(row),
  scopes: JSON.parse(row.scopes),
  'allowed-domains': JSON.parse(row.allowed_domains),
  'allowed-groups': JSON.parse(row.allowed_groups),
  organizations: JSON.parse(row.organizations),
});

/** Converts a stored provider for the protocol client. Throws `OpenIdError` if its credential cannot be decrypted. */
export function openIdProviderOf(context: Context, row: ProviderRow): OpenIdProvider {
  const text = credentialOf(context, row);
  return {
    kind: row.preset === 'github' ? 'github' : 'openid',
    issuer: row.issuer,
    tenant: row.tenant ?? undefined,
    clientId: row.client_id,
    credential: row.credential === 'private-key' ? { privateKey: text } : { secret: text },
    scopes: JSON.parse(row.scopes),
  };
}

function credentialOf({ vault }: Context, { id, sealed_credential }: ProviderRow): string {
  try {
    return vault.open(credentialPlace(id), sealed_credential);
  } catch (cause) {
    throw new OpenIdError('credential-unreadable', { cause });
  }
}

/** Explains why nobody can sign in through the provider with the stored settings. Null if the settings are usable. */
export function problemOf(context: Context, row: ProviderRow): string | null {
  try {
    openIdProviderOf(context, row);
    return null;
  } catch {
    return `The ${row.credential.replace('-', ' ')} cannot be decrypted. Enter it again.`;
  }
}
