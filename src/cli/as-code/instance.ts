// Reads the records of an instance that are visible to a token.
import { kinds } from './kinds.ts';
import { type KindName, kindNames, type LeftOut, type Present, siteKinds } from './model.ts';
import type { Area } from './record-kind.ts';
import { organizationNames } from './records/organizations.ts';
import type { ApiTarget } from './wire.ts';

export interface Instance {
  readonly records: readonly Present[];
  /** Published module versions as paths such as `['shire', 'network/aws', '1.0.0']`. */
  readonly published: readonly (readonly string[])[];
  /** Whether the token belongs to a site administrator and the service has the site-level endpoints. */
  readonly hasSite: boolean;
  readonly leftOut: readonly LeftOut[];
}

export interface ExportScope {
  /** Names of the organizations to read; by default all organizations that the token can see. */
  readonly organizations?: readonly string[] | undefined;
  readonly site: boolean;
}

/** Reads the records of an instance. Organizations that the token cannot see are omitted. */
export async function readInstance(target: ApiTarget, { organizations, site }: ExportScope): Promise<Instance> {
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
      // Records are read concurrently, so the entries are sorted to make their order deterministic.
      leftOut.push(...parts.splice(0).sort((one, other) => (one.what < other.what ? -1 : 1)));
      // A caller that cannot read the first resource type of the site, or of an organization, cannot read the other
      // types there either.
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
