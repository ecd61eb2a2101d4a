import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { VersionAccess } from '../registry/access.ts';
import { lockVersion } from '../registry/version-store.ts';
import {
  type DeprecationRow,
  deleteDeprecation,
  deprecationOfVersion,
  insertDeprecation,
  updateDeprecation,
} from './store.ts';

/** What a publisher says of a version that consumers should leave. */
export interface DeprecationStatement {
  readonly reason: string | null;
  readonly link: string | null;
}

/** A version, and its deprecation where it is deprecated. */
export interface VersionState {
  readonly id: string;
  readonly deprecation: DeprecationRow | undefined;
}

/** A version that is to be deprecated, or to be so no longer. */
export interface Target {
  readonly module: Pick<VersionAccess['module'], 'organization_id' | 'name' | 'provider'>;
  readonly version: Pick<VersionAccess['version'], 'id' | 'version'>;
}

const statementOf = ({ reason, link }: DeprecationStatement): DeprecationStatement => ({ reason, link });

const isSame = (one: DeprecationStatement, other: DeprecationStatement): boolean =>
  one.reason === other.reason && one.link === other.link;

const entryOf = (
  { module, version }: Target,
  before: DeprecationRow | undefined,
  statement: DeprecationStatement | undefined,
): AuditEntry => {
  const named = { name: module.name, provider: module.provider, version: version.version };
  return {
    action: `registry-module-version.${statement === undefined ? 'reinstate' : 'deprecate'}`,
    type: 'registry-module-versions',
    id: version.id,
    organizationId: module.organization_id,
    before: { ...named, deprecation: before === undefined ? null : statementOf(before) },
    after: { ...named, deprecation: statement ?? null },
  };
};

/** Replaces what is said of a locked version. */
async function replaceStatement(
  tx: Transaction,
  version_id: string,
  {
    before,
    statement,
    at,
  }: { readonly before?: DeprecationRow; readonly statement?: DeprecationStatement; readonly at: string },
): Promise<DeprecationRow | undefined> {
  if (statement === undefined) {
    await deleteDeprecation(tx, version_id);
    return undefined;
  }
  if (before !== undefined) {
    await updateDeprecation(tx, before.id, { ...statement, updated_at: at });
    return { id: before.id, ...statement };
  }
  const row = { id: newId('moddep'), ...statement };
  await insertDeprecation(tx, { ...row, version_id, created_at: at, updated_at: at });
  return row;
}

/** Whether nothing is to be done: what is said already is what is to be said. */
export const isSameStatement = (
  before: DeprecationRow | undefined,
  statement: DeprecationStatement | undefined,
): boolean => (before === undefined || statement === undefined ? before === statement : isSame(before, statement));

/** Deprecates a version inside a change, or takes that back; 404 when the version has gone meanwhile. */
export const applyStatement = async (
  tx: Transaction,
  { clock }: Context,
  target: Target,
  statement: DeprecationStatement | undefined,
): Promise<{ readonly result: VersionState; readonly audit: readonly AuditEntry[] }> => {
  const { id } = target.version;
  if ((await lockVersion(tx, id)) === undefined) throw notFound();
  const before = await tx.first(deprecationOfVersion, { version: id });
  if (isSameStatement(before, statement)) return { result: { id, deprecation: before }, audit: [] };
  const at = timestamp(clock.now());
  const deprecation = await replaceStatement(tx, id, {
    at,
    ...(before && { before }),
    ...(statement && { statement }),
  });
  return { result: { id, deprecation }, audit: [entryOf(target, before, statement)] };
};

/**
 * Deprecates a version, which replaces what was said of it, or without a statement reinstates it, whether it was
 * deprecated or not (reference, Module version deprecation).
 */
export const setDeprecation = (
  context: Context,
  actor: Actor,
  target: Target,
  statement: DeprecationStatement | undefined,
): Promise<VersionState> => auditedTransaction(context, actor, (tx) => applyStatement(tx, context, target, statement));
