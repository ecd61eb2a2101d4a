// Rules that map an identity provider's groups to teams.
import type { Context } from '../../../context.ts';
import { folded } from '../../../lib/text/text.ts';
import type { TeamRules } from '../../../ports.ts';
import { providerIn } from '../../../protocols/sign-in/claims.ts';
import { type OpenIdSettings, readOpenIdSettings } from './openid-settings.ts';
import { readSamlSettings, type SamlSettings } from './saml-settings.ts';
import { allProviders, keyOfRow, listOf, openIdLists, type ProviderRow } from './store.ts';

/**
 * Returns SAML's rules for mapping groups to teams. Undefined if SAML does not manage teams. If the settings have no
 * organization list, the rules apply to organizations that no other provider lists.
 */
export async function samlTeamRules({ database }: Context, settings: SamlSettings): Promise<TeamRules | undefined> {
  if (!settings['team-management-enabled']) return undefined;
  const { 'team-names-count': teamNamesCount, organizations } = settings;
  const ofOthers = async () => (await openIdLists(database)).flatMap((list) => list.organizations);
  const names = organizations ?? (await ofOthers());
  return { teamNamesCount, organizations: names.map(folded), areListed: organizations !== null };
}

/** Returns an OpenID Connect provider's rules for mapping groups to teams. Undefined if it does not manage teams. */
export const openIdTeamRules = (settings: OpenIdSettings, provider: ProviderRow): TeamRules | undefined =>
  settings['team-management-enabled'] && provider.groups_claim !== ''
    ? {
        teamNamesCount: provider.team_names_count === 1,
        organizations: listOf(provider).organizations.map(folded),
        areListed: true,
      }
    : undefined;

/**
 * Returns the rules by which a provider added people to teams. When an identity is unlinked, the person is removed from
 * the teams that these rules name. Undefined if the provider does not manage teams. For a deleted provider, the rules
 * apply to organizations that no remaining provider lists.
 */
export async function teamRulesOfKey(context: Context, key: string): Promise<TeamRules | undefined> {
  const { database } = context;
  if (providerIn(key).protocol === 'saml') return samlTeamRules(context, await readSamlSettings(context, database));
  const settings = await readOpenIdSettings(context, database);
  const rows = await database.rows(allProviders, {});
  const own = rows.filter((row) => keyOfRow(row) === key);
  if (own.length > 0) {
    const rules = own.flatMap((row) => openIdTeamRules(settings, row) ?? []);
    const [first] = rules;
    return first && { ...first, organizations: rules.flatMap(({ organizations }) => organizations) };
  }
  if (!settings['team-management-enabled']) return undefined;
  const { organizations: ofSaml } = await readSamlSettings(context, database);
  const listed = [...(ofSaml ?? []), ...rows.flatMap((row) => listOf(row).organizations)];
  return { teamNamesCount: true, organizations: listed.map(folded), areListed: false };
}
