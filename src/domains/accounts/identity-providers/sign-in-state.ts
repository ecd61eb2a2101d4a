// State of the sign-in through identity providers, whatever their protocols.
import type { Context } from '../../../context.ts';
import { providerKey } from '../../../protocols/sign-in/claims.ts';
import { openIdPaths, openIdSettings, pathOf } from './openid-settings.ts';
import { isSamlReady, samlButton, samlPaths, samlSettings } from './saml-settings.ts';
import { allProviders, keyOfRow } from './store.ts';

/** The settings of the protocols that are on. */
const enabledSettings = (context: Context) =>
  [samlSettings(context), openIdSettings(context)].filter(({ enabled }) => enabled);

/** True if people sign in through a provider. */
export const hasSso = (context: Context): boolean => enabledSettings(context).length > 0;

/** True if everybody but site administrators must sign in through a provider. */
export const needsSso = (context: Context): boolean =>
  enabledSettings(context).some((settings) => settings['sso-required']);

/** When a sign-in through a provider became required last: what passwords had opened by then has ended for good. */
export function ssoRequiredSince(context: Context): string | null {
  const times = [samlSettings(context), openIdSettings(context)].flatMap(
    (settings) => settings['sso-required-since'] ?? [],
  );
  return times.toSorted().at(-1) ?? null;
}

/** True if the word of every provider stands for the second factor. */
export function ssoSatisfiesTwoFactor(context: Context): boolean {
  const all = enabledSettings(context);
  return all.length > 0 && all.every((settings) => settings['sso-satisfies-two-factor']);
}

/** Seconds since a person's last sign-in through a provider during which their tokens are valid; undefined without a limit. */
export function tokenTimeout(context: Context): number | undefined {
  const timeouts = enabledSettings(context).map((settings) => settings['sso-api-token-session-timeout']);
  return timeouts.length === 0 ? undefined : Math.min(...timeouts);
}

/** Keys of the providers that people sign in through. */
export async function providersInUse(context: Context): Promise<ReadonlySet<string>> {
  const { enabled, 'idp-entity-id': entityId } = samlSettings(context);
  const ofSaml = enabled && entityId !== null ? [providerKey('saml', entityId)] : [];
  const rows = openIdSettings(context).enabled ? await context.database.rows(allProviders, {}) : [];
  return new Set([...ofSaml, ...rows.filter(({ is_enabled }) => is_enabled === 1).map(keyOfRow)]);
}

/** Names of the providers by their keys. */
export async function providerNames({ database }: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await database.rows(allProviders, {});
  return new Map(rows.map((row) => [keyOfRow(row), row.name]));
}

/** A button of the sign-in page. */
export interface ProviderButton {
  /** Key that a browser may remember. */
  readonly key: string;
  readonly label: string;
  /** Path that begins the sign-in, with its query. */
  readonly path: string;
}

/** The buttons of the sign-in page, in order. They are there also while a provider is away. */
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

/** Ways to sign in again, as a proof of the owner of a session, at those of the linked providers that say when people signed in. */
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

/** Requests about a provider that a signed-in person makes. */
export interface ProviderForm {
  /** Null for SAML, which has one provider without a name. */
  readonly name: string | null;
  /** True if people sign in through it, so that they may link their accounts. */
  readonly isOn: boolean;
  /** Paths that a form posts to. */
  readonly linkPath: string;
  readonly checkPath: string;
}

/** The providers to which accounts can be linked, and those that an administrator can check before. */
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
