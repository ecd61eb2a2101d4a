// Deprecates or reinstates several versions of a module in one transaction.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { type Candidate, type Constraint, satisfies } from '../../../protocols/module-versions/constraints.ts';
import { isRelease } from '../../../protocols/module-versions/semver.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { ModuleRow } from '../registry/access.ts';
import { lockModule } from '../registry/module-store.ts';
import { applyStatement, type DeprecationStatement, isSameStatement, type NextStatement } from './deprecations.ts';
import { countWorkspaces, type VersionOfModule, versionsOfModule } from './store.ts';

export interface Range {
  readonly constraint: Constraint;
  /**
   * Whether the range includes pre-releases. If the constraint is an exact version, the range includes that version in
   * any case.
   */
  readonly includesPrereleases: boolean;
}

/** Result for one version of a change to a range, or of its dry run. */
export interface VersionChange {
  readonly id: string;
  readonly version: string;
  readonly isChanged: boolean;
}

/** Input of a change to a range of versions. */
export interface RangeChange {
  readonly range: Range;
  readonly next: NextStatement;
  readonly isDryRun: boolean;
}

/** Result of a change to a range of versions. */
export interface ChangedRange {
  readonly module: ModuleRow;
  readonly outcomes: readonly VersionChange[];
  /** Number of workspaces in all organizations that use at least one of the changed versions. */
  readonly workspaces: number;
}

/**
 * Deprecates or reinstates the versions of a range in one transaction. A dry run changes nothing and returns the result
 * that the change would have.
 */
export async function changeRange(
  context: Context,
  actor: Actor,
  module: ModuleRow,
  { range, next, isDryRun }: RangeChange,
): Promise<ChangedRange> {
  const outcomes = await (isDryRun
    ? previewRange(context, module, range, next)
    : applyToRange(context, actor, { module, range }, next));
  return { module, outcomes, workspaces: await countAffected(context, outcomes) };
}

/** Returns the number of workspaces in all organizations that use at least one of the versions that change. */
function countAffected({ database }: Context, outcomes: readonly VersionChange[]): Promise<number> {
  return countWorkspaces(
    database,
    outcomes.flatMap(({ id, isChanged }) => (isChanged ? [id] : [])),
  );
}

/** Deprecates or reinstates the versions of a range. Returns the result for each version, from newest to oldest. */
const applyToRange = (
  context: Context,
  actor: Actor,
  { module, range }: { readonly module: ModuleRow; readonly range: Range },
  next: NextStatement,
): Promise<readonly VersionChange[]> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    const audit: AuditEntry[] = [];
    const result: VersionChange[] = [];
    for (const version of await selectVersions(tx, module, range)) {
      const applied = await applyStatement(tx, context, { module, version }, next);
      audit.push(...applied.audit);
      result.push({ id: version.id, version: version.version, isChanged: applied.audit.length > 0 });
    }
    return { result, audit };
  });

/** Returns the results that `applyToRange` would return, but changes nothing. */
async function previewRange(
  { database }: Context,
  module: ModuleRow,
  range: Range,
  next: NextStatement,
): Promise<readonly VersionChange[]> {
  const selected = await selectVersions(database, module, range);
  return selected.map(({ id, version, deprecation_id, reason, link }) => {
    const before = deprecation_id === null ? undefined : { id: deprecation_id, reason, link };
    return { id, version, isChanged: !isSameStatement(before, next(before)) };
  });
}

/** A deprecated version with its deprecation notice. */
export interface DeprecatedVersion extends DeprecationStatement {
  readonly version: string;
}

/** Returns a module's deprecated versions, from newest to oldest. */
export async function deprecatedVersions(
  { database }: Context,
  { id }: Pick<ModuleRow, 'id'>,
): Promise<readonly DeprecatedVersion[]> {
  const versions = await database.rows(versionsOfModule, { module: id });
  return versions
    .filter(({ deprecation_id }) => deprecation_id !== null)
    .map(({ version, reason, link }) => ({ version, reason, link }));
}

async function selectVersions(reader: Reader, { id }: ModuleRow, range: Range): Promise<readonly VersionOfModule[]> {
  const versions = await reader.rows(versionsOfModule, { module: id });
  // A version without an archive is selected only if the constraint is exactly this version. The change then fails with
  // an error that says so.
  const isNamed = range.constraint.exactly.length > 0;
  return versions.filter((each) => (isNamed || each.status === 'ok') && isSelected(range, each));
}

/** Whether a range includes a version. */
function isSelected({ constraint, includesPrereleases }: Range, candidate: Candidate): boolean {
  const isEligible = includesPrereleases || constraint.exactly.length > 0 || isRelease(candidate.version);
  return isEligible && satisfies(constraint, candidate);
}
