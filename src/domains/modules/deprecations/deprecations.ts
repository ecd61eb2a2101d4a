import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, existing, invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import type { VersionAccess } from '../registry/access.ts';
import { lockVersion } from '../registry/version-store.ts';
import {
  type DeprecationRow,
  deleteDeprecation,
  deprecationOfVersion,
  insertDeprecation,
  lastDownload,
  updateDeprecation,
} from './store.ts';

/** Deprecation notice of a version, in the publisher's words. */
export interface DeprecationStatement {
  readonly reason: string | null;
  readonly link: string | null;
}

/**
 * Computes the new notice of a version from its current one, which is undefined if the version is not deprecated. A
 * result of undefined reinstates the version.
 */
export type NextStatement = (before: DeprecationStatement | undefined) => DeprecationStatement | undefined;

/** Deprecates a version. If it is deprecated already, members that the change omits keep their values. */
export const keepingStatement =
  (change: Partial<DeprecationStatement>): NextStatement =>
  (before) => ({ reason: before?.reason ?? null, link: before?.link ?? null, ...change });

/** A version with its deprecation, if it is deprecated. */
export interface VersionState {
  readonly id: string;
  readonly deprecation: DeprecationRow | undefined;
}

export interface Target {
  readonly module: Pick<VersionAccess['module'], 'organization_id' | 'name' | 'provider'>;
  readonly version: Pick<VersionAccess['version'], 'id' | 'version'>;
}

/**
 * Deprecates a version or, without a statement, reinstates it. Does nothing if the version is in the requested state
 * already (API reference, "Module version deprecation").
 */
export const setDeprecation = (
  context: Context,
  actor: Actor,
  target: Target,
  statement: DeprecationStatement | undefined,
): Promise<VersionState> =>
  auditedTransaction(context, actor, (tx) => applyStatement(tx, context, target, () => statement));

/** A version without an archive cannot be installed, so a deprecation would have no effect. */
const withoutArchive = ({ version: { version } }: Target) =>
  attributeProblem(
    'deprecation',
    'wrong-state',
    `Version ${version} has no archive yet, so it cannot be installed: upload its archive first, or delete the version`,
  );

/**
 * Deprecates or reinstates a version inside a transaction. Throws 404 if the version has been deleted, and 422 to
 * deprecate a version without an archive.
 */
export async function applyStatement(
  tx: Transaction,
  { clock }: Context,
  target: Target,
  next: NextStatement,
): Promise<Audited<VersionState>> {
  const { id } = target.version;
  const { status } = existing(await lockVersion(tx, id));
  const before = await tx.first(deprecationOfVersion, { version: id });
  const statement = next(before);
  if (statement !== undefined && status !== 'ok') throw invalid(withoutArchive(target));
  if (isSameStatement(before, statement)) return { result: { id, deprecation: before }, audit: [] };
  if (statement === undefined) await deleteDeprecation(tx, id);
  const deprecation = statement && { id: before?.id ?? newId('moddep'), ...statement };
  const at = timestamp(clock.now());
  if (deprecation && before !== undefined) await updateDeprecation(tx, before.id, { ...statement, updated_at: at });
  else if (deprecation) await insert(tx, target, deprecation, at);
  return { result: { id, deprecation }, audit: [entryOf(target, before, statement)] };
}

/** Whether a version is in the requested state already. */
export function isSameStatement(
  before: DeprecationStatement | undefined,
  statement: DeprecationStatement | undefined,
): boolean {
  if (before === undefined || statement === undefined) return before === statement;
  return before.reason === statement.reason && before.link === statement.link;
}

async function insert(tx: Transaction, { module, version }: Target, row: DeprecationRow, at: string): Promise<void> {
  const last = await tx.first(lastDownload, { version: version.id });
  const owners = { organization_id: module.organization_id, version_id: version.id };
  const times = { last_downloaded_at: last?.at ?? null, created_at: at, updated_at: at };
  await insertDeprecation(tx, { ...row, ...owners, ...times });
}

function entryOf(
  { module, version }: Target,
  before: DeprecationRow | undefined,
  statement: DeprecationStatement | undefined,
): AuditEntry {
  const names = { name: module.name, provider: module.provider, version: version.version };
  return {
    action: `registry-module-version.${statement === undefined ? 'reinstate' : 'deprecate'}`,
    type: 'registry-module-versions',
    id: version.id,
    organizationId: module.organization_id,
    before: { ...names, deprecation: before === undefined ? null : { reason: before.reason, link: before.link } },
    after: { ...names, deprecation: statement ?? null },
  };
}
