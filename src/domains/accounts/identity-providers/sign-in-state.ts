// Tells whether and how people can sign in through identity providers, by SAML or OpenID Connect.
import type { Context } from '../../../context.ts';
import { providerKey } from '../../../protocols/sign-in/claims.ts';
import { openIdPaths, openIdSettings, pathOf } from './openid-settings.ts';
import { isSamlReady, samlButton, samlPaths, samlSettings } from './saml-settings.ts';
import { allProviders, keyOfRow } from './store.ts';

/** Settings of the enabled protocols. */
const enabledSettings = (context: Context) =>
  [samlSettings(context), openIdSettings(context)].filter(({ enabled }) => enabled);

/** Whether people can sign in through an identity provider. */
export const hasSso = (context: Context): boolean => enabledSettings(context).length > 0;

/** Whether everybody except site administrators must sign in through an identity provider. */
export const needsSso = (context: Context): boolean =>
  enabledSettings(context).some((settings) => settings['sso-required']);

/**
 * Time when single sign-on was last made required by any protocol. Sessions that were opened with a password before
 * then are permanently invalid.
 */
export function ssoRequiredSince(context: Context): string | null {
  const times = [samlSettings(context), openIdSettings(context)].flatMap(
    (settings) => settings['sso-required-since'] ?? [],
  );
  return times.toSorted().at(-1) ?? null;
}

/**
 * Whether a sign-in through single sign-on satisfies a required second factor. The settings of all enabled protocols
 * must say so.
 */
export function ssoSatisfiesTwoFactor(context: Context): boolean {
  const all = enabledSettings(context);
  return all.length > 0 && all.every((settings) => settings['sso-satisfies-two-factor']);
}

/**
 * Number of seconds after a person's last single sign-on during which their tokens are valid. Undefined if there is no
 * limit.
 */
export function tokenTimeout(context: Context): number | undefined {
  const timeouts = enabledSettings(context).map((settings) => settings['sso-api-token-session-timeout']);
  return timeouts.length === 0 ? undefined : Math.min(...timeouts);
}

/** Keys of the providers through which people can currently sign in. */
export async function providersInUse(context: Context): Promise<ReadonlySet<string>> {
  const { enabled, 'idp-entity-id': entityId } = samlSettings(context);
  const ofSaml = enabled && entityId !== null ? [providerKey('saml', entityId)] : [];
  const rows = openIdSettings(context).enabled ? await context.database.rows(allProviders, {}) : [];
  return new Set([...ofSaml, ...rows.filter(({ is_enabled }) => is_enabled === 1).map(keyOfRow)]);
}

/** Display names of the providers, by key. */
export async function providerNames({ database }: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await database.rows(allProviders, {});
  return new Map(rows.map((row) => [keyOfRow(row), row.name]));
}

/** A provider's button on the sign-in page. */
export interface ProviderButton {
  /** Key of the provider. The browser stores the key, so that this button is shown first next time. */
  readonly key: string;
  readonly label: string;
  /** Path and query of the URL that starts the sign-in. */
  readonly path: string;
}

/** Returns the buttons of the sign-in page in order, including those of unreachable providers. */
export async function providerButtons(context: Context): Promise<readonly ProviderButton[]> {
  const openId = openIdSettings(context).enabled ? await context.database.rows(allProviders, {}) : [];
  const buttons = openId.flatMap(({ key, name, is_enabled }) =>
    is_enabled === 1
      ? [{ key, label: `Sign in with ${name}`, path: `${openIdPaths.login}?${new URLSearchParams({ provider: key })}` }]
      : [],
  );
  if (!samlSettings(context).enabled) return buttons;
  return [...buttons, { key: samlButton, label: 'Sign in with single sign-on', path: samlPaths.login }];
}

/**
 * Returns the linked providers at which the session's owner can sign in again as proof of ownership. Only providers
 * that report the time of the sign-in are usable.
 */
export async function proofForms(
  context: Context,
  linked: ReadonlySet<string>,
): Promise<readonly Pick<ProviderButton, 'label' | 'path'>[]> {
  const openId = openIdSettings(context).enabled ? await context.database.rows(allProviders, {}) : [];
  const usable = openId.filter((row) => row.is_enabled === 1 && row.preset !== 'github' && linked.has(keyOfRow(row)));
  const forms = usable.map(({ key, name }) => ({ label: `Sign in again with ${name}`, path: pathOf('prove', key) }));
  const { enabled, 'idp-entity-id': entityId } = samlSettings(context);
  const isSaml = enabled && entityId !== null && linked.has(providerKey('saml', entityId));
  return isSaml ? [...forms, { label: 'Sign in again with single sign-on', path: samlPaths.prove }] : forms;
}

/** Forms with which a signed-in person links or checks a provider. */
export interface ProviderForm {
  /** Display name of the provider. Null for SAML, which has no display name. */
  readonly name: string | null;
  /** Whether people can currently sign in through the provider. Only then can they link their accounts to it. */
  readonly isOn: boolean;
  /** Paths to which the forms are posted. */
  readonly linkPath: string;
  readonly checkPath: string;
}

/**
 * Returns the forms of all providers whose settings are complete. Disabled providers are included, because an
 * administrator can check a provider before enabling it.
 */
export async function providerForms(context: Context): Promise<readonly ProviderForm[]> {
  const isOn = openIdSettings(context).enabled;
  const rows = await context.database.rows(allProviders, {});
  const openId = rows.map(({ key, name, is_enabled }) => ({
    name,
    isOn: isOn && is_enabled === 1,
    linkPath: pathOf('link', key),
    checkPath: pathOf('check', key),
  }));
  if (!isSamlReady(context)) return openId;
  const { link: linkPath, check: checkPath } = samlPaths;
  return [...openId, { name: null, isOn: samlSettings(context).enabled, linkPath, checkPath }];
}
