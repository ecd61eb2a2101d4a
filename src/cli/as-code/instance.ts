// The records of an instance as a token sees them.
import { kinds } from './kinds.ts';
import { type KindName, kindNames, type LeftOut, type Present, siteKinds } from './model.ts';
import type { Area } from './record-kind.ts';
import { organizationNames } from './records/organizations.ts';
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
  const published: (readonly string[])[] = [];
  const ofArea = async (names: readonly KindName[], path: readonly string[]) => {
    const parts: LeftOut[] = [];
    const add = (part: LeftOut) => void parts.push(part);
    const area: Area = { target, path, records: [], listed: new Map(), published, leftOut: add };
    for (const name of names) {
      const { read, lacking } = kinds[name];
      const records = await read(area);
      if (records === undefined && lacking !== undefined) add(lacking);
      // Several records are read at the same time, in any order.
      leftOut.push(...parts.splice(0).sort((one, other) => (one.what < other.what ? -1 : 1)));
      // The first kind has a record wherever the caller sees any of the area.
      if (records === undefined && name === names[0]) break;
      area.records.push(...(records ?? []));
    }
    return area.records;
  };
  const ofSite = site ? await ofArea(siteKinds, []) : [];
  const organizationKinds = kindNames.filter((name) => !siteKinds.includes(name));
  const ofOrganizations: Present[] = [];
  for (const name of organizations ?? (await organizationNames(target)))
    ofOrganizations.push(...(await ofArea(organizationKinds, [name])));
  return { records: [...ofSite, ...ofOrganizations], published, hasSite: ofSite.length > 0, leftOut };
}
