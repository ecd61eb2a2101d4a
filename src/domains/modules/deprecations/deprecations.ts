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

/** Deprecation notice of a version, as written by the module's publisher. */
export interface DeprecationStatement {
  readonly reason: string | null;
  readonly link: string | null;
}

/**
 * Function that computes the new deprecation notice of a version from its current notice. `before` is undefined if the
 * version is not deprecated. If the function returns undefined, the version is reinstated.
 */
export type NextStatement = (before: DeprecationStatement | undefined) => DeprecationStatement | undefined;

/**
 * Returns a function that deprecates a version. If the version is already deprecated, properties that `change` omits
 * keep their values.
 */
export const keepingStatement =
  (change: Partial<DeprecationStatement>): NextStatement =>
  (before) => ({ reason: before?.reason ?? null, link: before?.link ?? null, ...change });

/** A version, with its deprecation notice if the version is deprecated. */
export interface VersionState {
  readonly id: string;
  readonly deprecation: DeprecationRow | undefined;
}

export interface Target {
  readonly module: Pick<VersionAccess['module'], 'organization_id' | 'name' | 'provider'>;
  readonly version: Pick<VersionAccess['version'], 'id' | 'version'>;
}

/**
 * Deprecates or reinstates a version. Does nothing if the version is already in the requested state (API reference,
 * "Module version deprecation").
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
 * Deprecates or reinstates a version in an existing transaction. 404 if the version was deleted; 422 if a version
 * without an archive would be deprecated.
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

/**
 * Whether a version already has the requested deprecation notice. If no notice is requested, the version must have
 * none.
 */
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
