// The providers in the settings, which site administrators change.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { attributeProblem, existing, invalid, requireFewer } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { OpenIdError } from '../../../protocols/openid/error.ts';
import {
  issuerOf,
  type OpenIdProvider,
  type ProviderPreset,
  providerPresets,
} from '../../../protocols/openid/provider.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { setValues } from '../../instance/index.ts';
import { oidcProviders } from './entity.ts';
import { credentialIn, type ProviderExtras, requireUsable } from './input.ts';
import { oidcSignIn } from './settings.ts';
import {
  allProviders,
  credentialPlace,
  deleteProviderRow,
  insertProvider,
  maxProviders,
  type ProviderRow,
  providerById,
  updateProviderRow,
} from './store.ts';

/** Input of a provider. */
export type ProviderInput = Parameters<typeof oidcProviders.changed>[0] &
  ProviderExtras & { readonly position?: number };

/** Every provider, in the order of their buttons. */
export const findProviders = ({ database }: Context): Promise<readonly ProviderRow[]> =>
  database.rows(allProviders, {});

/** Lets one change of providers wait for the other, so that their positions have no gaps. */
const lockProviders = async (tx: Transaction, context: Context): Promise<void> =>
  void (await setValues(tx, context, oidcSignIn, () => ({})));

/** Finds a provider; 404 when there is none. */
export async function getProvider(reader: Reader, id: string): Promise<ProviderRow> {
  return existing(await reader.first(providerById, { id }));
}

/** Creates a provider; what is left out is that of its preset. 422 for one that nobody could sign in through. */
export function createProvider(
  context: Context,
  actor: Actor,
  input: ProviderInput & {
    readonly key: string;
    readonly name: string;
    readonly 'client-id': string;
    readonly preset?: ProviderRow['preset'];
  },
): Promise<ProviderRow> {
  const credential = credentialIn(input);
  if (credential === undefined)
    throw invalid(
      attributeProblem('client-secret', 'required', "Client-secret can't be blank, unless there is a private-key"),
    );
  return auditedTransaction(context, actor, async (tx) => {
    await lockProviders(tx, context);
    const others = await tx.rows(allProviders, {});
    requireFewer({ total: others.length }, maxProviders, `There can be at most ${maxProviders} providers`);
    const [id, at] = [newId('idp'), timestamp(context.clock.now())];
    const { position = others.length + 1 } = input;
    const row = {
      id,
      ...defaultsOf(input.preset ?? 'custom'),
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
    await insertProvider(tx, row);
    await placeInOrder(tx, others, row);
    const result = await getProvider(tx, id);
    return { result, audit: [{ action: 'oidc-provider.create', type: 'oidc-providers', id, after: audited(result) }] };
  });
}

/** Changes a provider; the same problems as for a new one. */
export function updateProvider(
  context: Context,
  actor: Actor,
  { id }: ProviderRow,
  input: ProviderInput,
): Promise<ProviderRow> {
  const credential = credentialIn(input);
  return auditedTransaction(context, actor, async (tx) => {
    await lockProviders(tx, context);
    const all = await tx.rows(allProviders, {});
    const before = existing(all.find((row) => row.id === id));
    const changes = {
      ...oidcProviders.changed(input),
      ...listsIn(input),
      ...(credential && { credential: credential.kind }),
    };
    const position = Math.min(changes.position ?? before.position, all.length);
    const after = { ...before, ...changes, position };
    requireUsable(after);
    requireSecretOfIssuer(before, after, credential !== undefined);
    if (credential === undefined && isDeepStrictEqual(after, before)) return { result: before, audit: [] };
    const sealed = credential && { sealed_credential: context.vault.seal(credentialPlace(id), credential.text) };
    await updateProviderRow(tx, id, { ...changes, ...sealed, position, updated_at: timestamp(context.clock.now()) });
    await placeInOrder(
      tx,
      all.filter((row) => row.id !== id),
      after,
    );
    return updated(before, await getProvider(tx, id), credential !== undefined);
  });
}

function updated(before: ProviderRow, result: ProviderRow, isCredentialNew: boolean): Audited<ProviderRow> {
  const after = { ...audited(result), ...(isCredentialNew && { 'client-credential': 'changed' }) };
  const entry = { action: 'oidc-provider.update', type: 'oidc-providers', id: result.id };
  return { result, audit: [{ ...entry, before: audited(before), after }] };
}

/** A secret goes to the provider that it was entered for: another issuer needs it again. */
function requireSecretOfIssuer(before: ProviderRow, after: ProviderRow, isNew: boolean): void {
  if (isNew || (before.issuer === after.issuer && before.tenant === after.tenant)) return;
  const attribute = before.credential;
  throw invalid(
    attributeProblem(attribute, 'required', 'Another issuer needs the client-secret or the private-key again'),
  );
}

/** Deletes a provider. Its identities stay with their accounts, and enter nothing. */
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

/** Gives a provider its position among the others, which follow from 1 without gaps. */
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

function defaultsOf(preset: ProviderRow['preset']) {
  const { issuer, scopes, claims } = presetOf(preset);
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
    allowed_domains: '[]',
    creates_accounts: 1,
  };
}

const listsIn = ({ scopes, 'allowed-domains': domains }: ProviderExtras) => ({
  ...(scopes && { scopes: JSON.stringify(scopes) }),
  ...(domains && { allowed_domains: JSON.stringify(domains) }),
});

/** A provider as the audit record has it: its credential never. */
const audited = (row: ProviderRow) => ({
  ...oidcProviders.audited(row),
  scopes: JSON.parse(row.scopes),
  'allowed-domains': JSON.parse(row.allowed_domains),
});

/** A provider, as the protocol needs it. Throws `OpenIdError` where its credential cannot be opened any more. */
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

/** Reason why nobody can sign in through a provider, whatever it answers; null for one that can be used. */
export function problemOf(context: Context, row: ProviderRow): string | null {
  try {
    openIdProviderOf(context, row);
    return null;
  } catch {
    return `The ${row.credential.replace('-', ' ')} cannot be read any more. Enter it again.`;
  }
}

/** The issuer of a provider, as identities have it. */
export const issuerOfRow = ({ issuer, tenant }: ProviderRow): string =>
  issuerOf({ issuer, tenant: tenant ?? undefined });
