// Many versions of a module at once: all of them change, or none.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { type Constraint, satisfies } from '../../../lib/constraints.ts';
import { isRelease } from '../../../lib/semver.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { ModuleRow } from '../registry/access.ts';
import { lockModule } from '../registry/module-store.ts';
import { applyStatement, type DeprecationStatement, isSameStatement } from './deprecations.ts';
import { type VersionOfModule, versionsOfModule } from './store.ts';

/** Which versions of a module are meant. */
export interface Range {
  readonly constraint: Constraint;
  /** Whether pre-releases are too; those that are named exactly always are. */
  readonly includesPrereleases: boolean;
}

/** What happened to a version, or would. */
export interface Outcome {
  readonly version: string;
  readonly isChanged: boolean;
}

const isSelected = ({ constraint, includesPrereleases }: Range, candidate: VersionOfModule): boolean => {
  const isEligible = includesPrereleases || constraint.exactly.length > 0 || isRelease(candidate.version);
  return isEligible && satisfies(constraint, candidate);
};

const selectVersions = async (reader: Reader, { id }: ModuleRow, range: Range): Promise<readonly VersionOfModule[]> => {
  const versions = await reader.rows(versionsOfModule, { module: id });
  return versions.filter((each) => isSelected(range, each));
};

/** What deprecating, or without a statement reinstating, the versions of a range would change; newest first. */
export const previewRange = async (
  { database }: Context,
  module: ModuleRow,
  range: Range,
  statement: DeprecationStatement | undefined,
): Promise<readonly Outcome[]> => {
  const selected = await selectVersions(database, module, range);
  return selected.map(({ version, deprecation_id: id, reason, link }) => {
    const before = id === null ? undefined : { id, reason, link };
    return { version, isChanged: !isSameStatement(before, statement) };
  });
};

/** Deprecates, or without a statement reinstates, the versions of a range in one transaction; newest first. */
export const applyToRange = (
  context: Context,
  actor: Actor,
  { module, range }: { readonly module: ModuleRow; readonly range: Range },
  statement: DeprecationStatement | undefined,
): Promise<readonly Outcome[]> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    const audit: AuditEntry[] = [];
    const result: Outcome[] = [];
    for (const version of await selectVersions(tx, module, range)) {
      const applied = await applyStatement(tx, context, { module, version }, statement);
      audit.push(...applied.audit);
      result.push({ version: version.version, isChanged: applied.audit.length > 0 });
    }
    return { result, audit };
  });
