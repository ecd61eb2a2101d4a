// State of the sign-in through identity providers, whatever their protocols.
import type { Context } from '../../context.ts';
import { providerKey } from '../../protocols/sign-in/claims.ts';
import { readSamlSettings, samlSettings } from './saml/settings.ts';

/** True if people sign in through a provider. */
export const hasSso = (context: Context): boolean => samlSettings(context).enabled;

/** True if everybody but site administrators must sign in through a provider. */
export function needsSso(context: Context): boolean {
  const { enabled, 'sso-required': isRequired } = samlSettings(context);
  return enabled && isRequired;
}

/** When a sign-in through a provider became required last: what passwords had opened by then has ended for good. */
export const ssoRequiredSince = (context: Context): string | null => samlSettings(context)['sso-required-since'];

/** True if the word of every provider stands for the second factor. */
export function ssoSatisfiesTwoFactor(context: Context): boolean {
  const { enabled, 'sso-satisfies-two-factor': isSatisfied } = samlSettings(context);
  return enabled && isSatisfied;
}

/** Seconds since a person's last sign-in through a provider during which their tokens are valid; undefined without a limit. */
export function tokenTimeout(context: Context): number | undefined {
  const { enabled, 'sso-api-token-session-timeout': timeout } = samlSettings(context);
  return enabled ? timeout : undefined;
}

/** Keys of the providers that people sign in through. */
export async function providersInUse(context: Context): Promise<ReadonlySet<string>> {
  const { enabled, 'idp-entity-id': entityId } = samlSettings(context);
  return new Set(enabled && entityId !== null ? [providerKey('saml', entityId)] : []);
}

/** True if the teams of people with a name at a provider follow its groups. */
export async function managesTeams(context: Context): Promise<boolean> {
  return (await readSamlSettings(context, context.database))['team-management-enabled'];
}
