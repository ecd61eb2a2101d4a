// The records of an instance as a token sees them.
import type { LeftOut, Present } from './model.ts';
import { readDeprecations } from './records/deprecations.ts';
import { readOidcProviders } from './records/oidc-providers.ts';
import { organizationNames, readOrganization } from './records/organizations.ts';
import { readPeople } from './records/people.ts';
import { readDelegations, readPlaces } from './records/places.ts';
import { readPolicies } from './records/policies.ts';
import { readPolicySets } from './records/policy-sets.ts';
import { readAdministrators, readPlans, readRetention, readSettings } from './records/site.ts';
import type { Target } from './wire.ts';

export interface Instance {
  readonly records: readonly Present[];
  /** Names of the published versions of modules, as those of deprecations. */
  readonly published: readonly (readonly string[])[];
  /** True if the token is a site administrator's, and the service has the areas of these. */
  readonly hasSite: boolean;
  readonly leftOut: readonly LeftOut[];
}

export interface Wanted {
  /** All that the token sees by default. */
  readonly organizations?: readonly string[] | undefined;
  readonly site: boolean;
}

/** Organizations that the token does not see are missing. */
export async function readInstance(target: Target, { organizations, site }: Wanted): Promise<Instance> {
  const leftOut: LeftOut[] = [];
  const add = (part: LeftOut): void => void leftOut.push(part);
  const ofSite = site ? await readSite(target, add) : undefined;
  const published: (readonly string[])[] = [];
  const records: Present[] = [];
  for (const name of organizations ?? (await organizationNames(target))) {
    const home = await readHome(target, name, add);
    records.push(...home.records);
    published.push(...home.published);
  }
  return { records: [...(ofSite ?? []), ...records], published, hasSite: ofSite !== undefined, leftOut };
}

async function readSite(target: Target, leftOut: (part: LeftOut) => void): Promise<readonly Present[] | undefined> {
  const settings = await readSettings(target);
  if (settings === undefined) {
    const reason = 'only a site administrator of a self-hosted instance sees them';
    leftOut({ what: 'settings, plans and site administrators', reason });
    return undefined;
  }
  const plans = await readPlans(target);
  if (plans === undefined) leftOut({ what: 'plans', reason: 'this edition of the service has none' });
  return [
    ...(plans ?? []),
    await readRetention(target),
    ...(await readOidcProviders(target)),
    ...settings,
    ...(await readAdministrators(target)),
  ];
}

/** An organization and all that is in it. */
async function readHome(
  target: Target,
  name: string,
  leftOut: (part: LeftOut) => void,
): Promise<Pick<Instance, 'records' | 'published'>> {
  const organization = await readOrganization(target, name, leftOut);
  if (organization === undefined) return { records: [], published: [] };
  const people = await readPeople(target, name, leftOut);
  const places = await readPlaces(target, name);
  const policies = await readPolicies(target, name, leftOut);
  const known = [...people, ...places, ...policies];
  const sets = await readPolicySets(target, name, { known, leftOut });
  const delegations = await readDelegations(target, name, known);
  const { deprecations, published } = await readDeprecations(target, name);
  return { records: [organization, ...known, ...sets, ...delegations, ...deprecations], published };
}
