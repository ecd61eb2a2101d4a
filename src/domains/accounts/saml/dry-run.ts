// Dry run of a sign-in with a saved SAML response.
import type { Context } from '../../../context.ts';
import { resource } from '../../../jsonapi/resource.ts';
import { readSamlSettings } from '../identity-providers/saml-settings.ts';
import { providersInUse } from '../identity-providers/sign-in-state.ts';
import { samlTeamRules } from '../identity-providers/team-rules.ts';
import { type DryRun, dryRun, dryRunAttributes, refusedRun } from '../single-sign-on/dry-run.ts';
import { claimedBy, samlProtocol } from './rules.ts';
import { verifySavedResponse } from './verify.ts';

/**
 * Tests a sign-in with a saved response, even while single sign-on is disabled. It does not check whether the response
 * answers a request of this service or was used before.
 */
export async function dryRunOfResponse(context: Context, text: string): Promise<DryRun> {
  const settings = await readSamlSettings(context, context.database);
  try {
    const assertion = verifySavedResponse(context, settings, text.trim());
    const [teams, inUse] = [await samlTeamRules(context, settings), await providersInUse(context)];
    return await dryRun(context, samlProtocol, claimedBy({ assertion, settings, teams, inUse }));
  } catch (error) {
    return refusedRun(samlProtocol, error);
  }
}

/** Result of a dry run: the account and its teams, or the reason why the sign-in would be refused. */
export const dryRunResource = resource<DryRun>({
  type: 'saml-checks',
  attributes: dryRunAttributes,
  id: () => 'saml',
});
