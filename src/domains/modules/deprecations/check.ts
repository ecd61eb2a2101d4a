// Finds deprecated modules in a configuration. At most three database queries are needed, regardless of the number of
// modules.
import { type Context, service } from '../../../context.ts';
import { invalid, type Problem } from '../../../jsonapi/errors.ts';
import { newSemaphore } from '../../../lib/concurrency/semaphore.ts';
import { memoizeByArguments } from '../../../lib/functions/memoize.ts';
import { folded } from '../../../lib/text/text.ts';
import { type Mention, type ModuleList, maxModules, type Shape } from '../../../protocols/module-lists/module-list.ts';
import { registrySource } from '../../../protocols/module-lists/registry-source.ts';
import type { Warning } from '../../../protocols/module-lists/warning-text.ts';
import { newestSatisfying } from '../../../protocols/module-versions/constraints.ts';
import { isRelease } from '../../../protocols/module-versions/semver.ts';
import type { OrganizationRow } from '../../organizations/index.ts';
import { newestUndeprecatedOf } from '../registry/newest.ts';
import { ownHosts } from './own-hosts.ts';
import { type Requirement, readRequirement } from './requirement.ts';
import {
  type AvailableRow,
  availableOfDeprecated,
  type DeprecatedRow,
  deprecatedAmong,
  newestUndeprecatedOfModules,
} from './store.ts';

/**
 * Only one check runs at a time, because a check of 2,000 modules keeps several megabytes in memory while it waits for
 * the database.
 */
const checks = { count: 1, maxWaitingOfKey: 50, maxWaiting: 200 };

/** Limits the number of concurrent checks. Organizations take turns. Throws `Busy` if too many checks are waiting. */
export const moduleChecks = service(() => newSemaphore(checks).runOfKey);

/** A warning about a deprecated version, with the module source and version in the request. */
export interface CheckWarning extends Warning {
  readonly source: string;
  /** Version or version constraint in the request. */
  readonly requested: string;
}

export interface Checked {
  readonly organization: string;
  readonly shape: Shape;
  /** Number of modules in the list that belong to this organization's registry. */
  readonly checked: number;
  /**
   * Number of all other modules in the list: modules of other registries or organizations, Git sources, and local
   * paths.
   */
  readonly ignored: number;
  /** Warnings in the order of the request, one for each deprecated source and version. */
  readonly warnings: readonly CheckWarning[];
}

/**
 * Checks which modules in a list are deprecated. 422 if the list has an invalid version or version constraint, or more
 * than `maxModules` modules of the organization.
 */
export async function checkModules(
  context: Context,
  organization: OrganizationRow,
  list: ModuleList,
): Promise<Checked> {
  const own = ownModules(context, organization, list);
  const lookups = lookupsFor(own);
  const exact = await findExact(context, organization.id, lookups);
  const ranged = await findRanged(context, organization.id, lookups);
  const warnings = lookups.flatMap((each): readonly CheckWarning[] => {
    const match = exact.get(each) ?? ranged.get(each);
    if (match === undefined) return [];
    const { version, reason, link, newest } = match;
    const module = `${organization.name}/${match.name}/${match.provider}`;
    return [{ module, version, reason, link, newest, source: each.mention.source, requested: each.mention.version }];
  });
  const ignored = list.mentions.length - own.length;
  return { organization: organization.name, shape: list.shape, checked: own.length, ignored, warnings };
}

/** A module in the request's list that belongs to this organization. */
interface OwnModule {
  readonly name: string;
  readonly provider: string;
  readonly mention: Mention;
}

function ownModules(context: Context, organization: OrganizationRow, { mentions }: ModuleList): readonly OwnModule[] {
  const hosts = new Set(ownHosts(context));
  const key = folded(organization.name);
  return mentions.flatMap((mention) => {
    const source = registrySource(mention.source);
    const isOwn = source !== undefined && hosts.has(source.host) && folded(source.organization) === key;
    return isOwn ? [{ name: source.module, provider: source.provider, mention }] : [];
  });
}

interface Lookup extends OwnModule, Requirement {}

/**
 * Returns one lookup for each distinct source and version. 422 if a version is invalid or if there are too many
 * modules.
 */
function lookupsFor(own: readonly OwnModule[]): readonly Lookup[] {
  const distinct = new Map(own.map((each) => [`${each.mention.source}\n${each.mention.version}`, each]));
  if (distinct.size > maxModules) throw invalid(tooMany);
  const requirementOf = memoizeByArguments(readRequirement);
  const lookups: Lookup[] = [];
  const problems: Problem[] = [];
  for (const { name, provider, mention } of distinct.values()) {
    const requirement = requirementOf(mention.version);
    if (requirement === undefined) problems.push(invalidConstraint(mention));
    else lookups.push({ name, provider, mention, ...requirement });
  }
  if (problems.length > 0) throw invalid(...problems.slice(0, 100));
  return lookups;
}

const tooMany: Problem = {
  code: 'too-many',
  params: { limit: maxModules },
  detail: `The list contains more than ${maxModules} modules of this organization: split the list into several requests`,
};

const invalidConstraint = ({ pointer }: Mention): Problem => ({
  code: 'malformed',
  detail: 'Version must be a version, such as 1.4.0, or a constraint, such as "~> 1.4"',
  pointer,
});

/**
 * A deprecated version, and the newest version that can replace it. `newest` is null if all versions are deprecated.
 */
interface Match extends DeprecatedRow {
  readonly newest: string | null;
}

type Matches = ReadonlyMap<Lookup, Match>;

/** Finds the deprecated versions among the modules that require exactly one version. */
async function findExact(context: Context, organization: string, lookups: readonly Lookup[]): Promise<Matches> {
  const records = new Map<string, { name: string; provider: string; version: string }>();
  const keyed = lookups.flatMap((each): readonly (readonly [Lookup, string])[] => {
    const { name, provider, exact: version } = each;
    if (version === undefined) return [];
    const key = keyOf(each, version);
    records.set(key, { name, provider, version });
    return [[each, key]];
  });
  if (records.size === 0) return new Map();
  const list = JSON.stringify([...records.values()]);
  const rows = await context.database.scan(deprecatedAmong, { organization, list });
  const newest = await findNewest(context, rows);
  const byKey = new Map(
    rows.map((row) => [keyOf(row, row.version), { ...row, newest: newest.get(row.module_id) ?? null }]),
  );
  return matchesOf(keyed.map(([each, key]) => [each, byKey.get(key)]));
}

/**
 * Returns, by module identifier, the newest version that is not deprecated; null if all versions are deprecated. Each
 * module is looked up only once, even if several of its versions are deprecated.
 */
async function findNewest(
  { database }: Context,
  rows: readonly DeprecatedRow[],
): Promise<ReadonlyMap<string, string | null>> {
  if (rows.length === 0) return new Map();
  const ids = JSON.stringify([...new Set(rows.map(({ module_id }) => module_id))]);
  const newestRows = await database.scan(newestUndeprecatedOfModules, { ids });
  return new Map(newestRows.map(({ id, newest }) => [id, newest]));
}

/**
 * Finds the deprecated versions among the modules with a version constraint. For each constraint, the function checks
 * the version that `terraform init` or `tofu init` would currently select.
 */
async function findRanged(context: Context, organization: string, lookups: readonly Lookup[]): Promise<Matches> {
  const ranged = lookups.filter(({ exact }) => exact === undefined);
  const records = new Map(ranged.map(({ name, provider }) => [keyOf({ name, provider }), { name, provider }]));
  if (records.size === 0) return new Map();
  const list = JSON.stringify([...records.values()]);
  const rows = await context.database.scan(availableOfDeprecated, { organization, list });
  const byModule = Map.groupBy(rows, (row) => keyOf(row));
  const available = new Map([...byModule].map(([key, versions]) => [key, availableVersions(versions)]));
  return matchesOf(ranged.map((each) => [each, chosenMatch(each, available.get(keyOf(each)))]));
}

/** Versions of a module that can be installed. */
interface AvailableVersions {
  /** Releases, sorted from newest to oldest. */
  readonly releases: readonly AvailableRow[];
  readonly newest: string | null;
}

const availableVersions = (rows: readonly AvailableRow[]): AvailableVersions => ({
  releases: rows.filter(({ version }) => isRelease(version)),
  newest: newestUndeprecatedOf(rows)?.version ?? null,
});

function chosenMatch({ constraint }: Lookup, available: AvailableVersions | undefined): Match | undefined {
  const chosen = available && newestSatisfying(constraint, available.releases);
  return chosen?.deprecation_id == null ? undefined : { ...chosen, newest: available?.newest ?? null };
}

const keyOf = ({ name, provider }: Pick<OwnModule, 'name' | 'provider'>, version = ''): string =>
  `${name}/${provider}/${version}`;

const matchesOf = (pairs: readonly (readonly [Lookup, Match | undefined])[]): Matches =>
  new Map(pairs.flatMap(([each, match]) => (match === undefined ? [] : [[each, match]])));
