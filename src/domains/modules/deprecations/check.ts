// Which of the modules that a configuration uses are deprecated, in three queries however many they are.
import type { Context } from '../../../context.ts';
import { invalid, type Problem } from '../../../jsonapi/errors.ts';
import { type Constraint, newestSatisfying, readConstraint } from '../../../lib/constraints.ts';
import { isRelease, parseVersion } from '../../../lib/semver.ts';
import { folded } from '../../../lib/text.ts';
import { type Mention, type ModuleList, maxModules, type Shape } from '../../../protocols/module-lists/module-list.ts';
import { hostOfService, registrySource } from '../../../protocols/module-lists/registry-source.ts';
import type { Warning } from '../../../protocols/module-lists/warning-text.ts';
import type { OrganizationRow } from '../../organizations/index.ts';
import { newestUndeprecatedOf } from '../registry/newest.ts';
import {
  type AvailableRow,
  availableOfDeprecated,
  type DeprecatedRow,
  deprecatedAmong,
  newestUndeprecatedOfModules,
} from './store.ts';

/** A module of this organization as a list asks for it. */
interface Lookup {
  readonly name: string;
  readonly provider: string;
  readonly constraint: Constraint;
  readonly mention: Mention;
}

/** A warning, and what in the list it is about. */
export interface ModuleWarning extends Warning {
  readonly source: string;
  /** What the list says of the version: itself, or a constraint. */
  readonly requested: string;
}

export interface Checked {
  readonly organization: string;
  readonly shape: Shape;
  /** How many modules of the list are this organization's. */
  readonly checked: number;
  /** How many are not: other registries' and organizations', git's, folders. */
  readonly ignored: number;
  /** One for each source and version, in the order of the list. */
  readonly warnings: readonly ModuleWarning[];
}

const invalidConstraint = ({ pointer }: Mention): Problem => ({
  detail: 'Version is neither a version nor a constraint, such as 1.4.0 or "~> 1.4"',
  pointer,
});

type Own = Pick<Lookup, 'name' | 'provider' | 'mention'>;

/** The mentions of an organization's own modules; all others are left out. */
const ownAmong = (context: Context, organization: OrganizationRow, { mentions }: ModuleList): readonly Own[] => {
  const host = hostOfService(context.baseUrl());
  const key = folded(organization.name);
  return mentions.flatMap((mention) => {
    const source = registrySource(mention.source);
    const isOwn = source?.host === host && folded(source.organization) === key;
    return isOwn ? [{ name: source.module, provider: source.provider, mention }] : [];
  });
};

const tooMany: Problem = {
  detail: `More than ${maxModules} modules of this organization are asked for; ask for them in several requests`,
};

/** What is asked for, each source with each version once; 422 for versions that say nothing, and for too many. */
const lookupsIn = (own: readonly Own[]): readonly Lookup[] => {
  const distinct = new Map(own.map((each) => [`${each.mention.source}\n${each.mention.version}`, each]));
  if (distinct.size > maxModules) throw invalid(tooMany);
  const read = [...distinct.values()].map((each) => ({ ...each, constraint: readConstraint(each.mention.version) }));
  const problems = read.flatMap(({ constraint, mention }) =>
    constraint === undefined ? [invalidConstraint(mention)] : [],
  );
  if (problems.length > 0) throw invalid(...problems.slice(0, 100));
  return read.flatMap(({ constraint, ...each }) => (constraint === undefined ? [] : [{ ...each, constraint }]));
};

/** The one version that is asked for; undefined where several may do. */
const versionOf = ({ mention, constraint: { exactly } }: Lookup): string | undefined => {
  const written = mention.version.trim();
  return parseVersion(written) === undefined ? (exactly.length === 1 ? exactly[0] : undefined) : written;
};

const keyOf = (parts: Readonly<Record<'name' | 'provider', string>>, ...rest: readonly string[]): string =>
  [parts.name, parts.provider, ...rest].join('/');

/** What is deprecated, and the newest version to take instead. */
interface DeprecatedMatch extends DeprecatedRow {
  readonly newest: string | null;
}

type Matches = ReadonlyMap<Lookup, DeprecatedMatch>;

/** The newest version to take of each module: looked for once, however many of its versions are deprecated. */
const findNewest = async (
  { database }: Context,
  rows: readonly DeprecatedRow[],
): Promise<ReadonlyMap<string, string | null>> => {
  if (rows.length === 0) return new Map();
  const ids = JSON.stringify([...new Set(rows.map(({ module_id }) => module_id))]);
  const newestRows = await database.scan(newestUndeprecatedOfModules, { ids });
  return new Map(newestRows.map(({ id, newest }) => [id, newest]));
};

const findExact = async (context: Context, organization: string, lookups: readonly Lookup[]): Promise<Matches> => {
  const named = lookups.flatMap((each) => {
    const version = versionOf(each);
    return version === undefined ? [] : [{ each, record: { name: each.name, provider: each.provider, version } }];
  });
  const records = new Map(named.map(({ record }) => [keyOf(record, record.version), record]));
  if (records.size === 0) return new Map();
  const list = JSON.stringify([...records.values()]);
  const rows = await context.database.scan(deprecatedAmong, { organization, list });
  const newest = await findNewest(context, rows);
  const byKey = new Map(
    rows.map((row) => [keyOf(row, row.version), { ...row, newest: newest.get(row.module_id) ?? null }]),
  );
  return new Map(
    named.flatMap(({ each, record }) => {
      const row = byKey.get(keyOf(record, record.version));
      return row === undefined ? [] : [[each, row] as const];
    }),
  );
};

/** What a module offers, newest first. */
interface AvailableVersions {
  readonly releases: readonly AvailableRow[];
  readonly newest: string | null;
}

const availableVersions = (rows: readonly AvailableRow[]): AvailableVersions => ({
  releases: rows.filter(({ version }) => isRelease(version)),
  newest: newestUndeprecatedOf(rows)?.version ?? null,
});

/** What `init` would install now for a constraint, where that is deprecated. */
const deprecatedBy = (
  { constraint }: Lookup,
  available: AvailableVersions | undefined,
): DeprecatedMatch | undefined => {
  const chosen = available && newestSatisfying(constraint, available.releases);
  return chosen?.deprecation_id == null ? undefined : { ...chosen, newest: available?.newest ?? null };
};

const findRanged = async (context: Context, organization: string, lookups: readonly Lookup[]): Promise<Matches> => {
  const ranged = lookups.filter((each) => versionOf(each) === undefined);
  const records = new Map(ranged.map(({ name, provider }) => [keyOf({ name, provider }), { name, provider }]));
  if (records.size === 0) return new Map();
  const list = JSON.stringify([...records.values()]);
  const rows = await context.database.scan(availableOfDeprecated, { organization, list });
  const availableByModule = new Map(
    [...Map.groupBy(rows, (row) => keyOf(row))].map(([key, of]) => [key, availableVersions(of)]),
  );
  return new Map(
    ranged.flatMap((each) => {
      const row = deprecatedBy(each, availableByModule.get(keyOf(each)));
      return row === undefined ? [] : [[each, row] as const];
    }),
  );
};

/**
 * Tells which modules of a list are deprecated. 422 where the version of one is neither a version nor a constraint, and
 * where more than `maxModules` are the organization's.
 */
export const checkModules = async (
  context: Context,
  organization: OrganizationRow,
  list: ModuleList,
): Promise<Checked> => {
  const own = ownAmong(context, organization, list);
  const lookups = lookupsIn(own);
  const exact = await findExact(context, organization.id, lookups);
  const ranged = await findRanged(context, organization.id, lookups);
  const warnings = lookups.flatMap((each): readonly ModuleWarning[] => {
    const row = exact.get(each) ?? ranged.get(each);
    if (row === undefined) return [];
    const { version, reason, link, newest } = row;
    const module = `${organization.name}/${row.name}/${row.provider}`;
    return [{ module, version, reason, link, newest, source: each.mention.source, requested: each.mention.version }];
  });
  const ignored = list.mentions.length - own.length;
  return { organization: organization.name, shape: list.shape, checked: own.length, ignored, warnings };
};
