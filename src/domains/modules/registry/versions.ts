import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { precedenceKey } from '../../../lib/semver.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { ModuleAccess } from './access.ts';
import { uploadLinkOf } from './link-store.ts';
import { makeLink } from './links.ts';
import { lockModule, type ModuleRow } from './module-store.ts';
import { moduleSummary } from './modules.ts';
import type { CreatedVersion, ShownVersion } from './resource.ts';
import { insertVersion, type VersionRow, versionAt, versionById } from './version-store.ts';

const taken = attributeProblem('version', 'Version has already been taken');
const awaited = attributeProblem('version', 'Version has already been taken; it waits for its archive');

/** The version as it is now; inside the change that made sure that it is there. */
const versionOf = async (tx: Transaction, id: string): Promise<VersionRow> => {
  const row = await tx.first(versionById, { id });
  if (row === undefined) throw notFound();
  return row;
};

const entryOf = (action: string, { organization_id: organizationId }: ModuleRow, id: string) => ({
  action,
  type: 'registry-module-versions',
  id,
  organizationId,
});

/**
 * Takes a version that there is already: one that waits for its archive, and whose link is over, gets a new link.
 * 422 for every other.
 */
const renew = async (tx: Transaction, { clock }: Context, module: ModuleRow, version: VersionRow) => {
  if (version.status === 'ok') throw invalid(taken);
  const link = await tx.first(uploadLinkOf, { version: version.id, now: timestamp(clock.now()) });
  if (link !== undefined) throw invalid(awaited);
  const after = { ...moduleSummary(module), version: version.version };
  return { id: version.id, audit: [{ ...entryOf('registry-module-version.renew', module, version.id), after }] };
};

const noArchive = { status: 'pending', archive_id: null, sha256: null, size: null, contents: null } as const;

const insert = async (tx: Transaction, { clock }: Context, module: ModuleRow, version: string) => {
  const id = newId('modver');
  const at = timestamp(clock.now());
  const times = { created_at: at, updated_at: at };
  const precedence = precedenceKey(version);
  await insertVersion(tx, { id, module_id: module.id, version, precedence, ...noArchive, ...times });
  const after = { ...moduleSummary(module), version };
  return { id, audit: [{ ...entryOf('registry-module-version.create', module, id), after }] };
};

/**
 * Creates a version, which waits for its archive, with the link that takes it. A version that still waits when its
 * link is over gets a new one in the same way. 422 when the version is taken.
 */
export const createVersion = (
  context: Context,
  actor: Actor,
  { module }: Pick<ModuleAccess, 'module'>,
  version: string,
): Promise<CreatedVersion> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    const namesake = await tx.first(versionAt, { module: module.id, version });
    const work = namesake === undefined ? insert(tx, context, module, version) : renew(tx, context, module, namesake);
    const { id, audit } = await work;
    const uploadUrl = await makeLink(tx, context, actor, { purpose: 'upload', versionId: id });
    return { result: { ...(await versionOf(tx, id)), module, uploadUrl }, audit };
  });

/**
 * The version of that text as one that waits for its archive: made where there is none, and taken from the link that it
 * may have been made with. 422 when it has its archive already.
 */
export const awaitArchive = (
  context: Context,
  actor: Actor,
  { module }: Pick<ModuleAccess, 'module'>,
  version: string,
): Promise<VersionRow> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockModule(tx, module.id);
    const namesake = await tx.first(versionAt, { module: module.id, version });
    if (namesake?.status === 'ok') throw invalid(taken);
    if (namesake !== undefined) return { result: namesake, audit: [] };
    const { id, audit } = await insert(tx, context, module, version);
    return { result: await versionOf(tx, id), audit };
  });

/** The version of that text; 404 where there is none. */
export const findVersion = async (
  { database }: Context,
  { module }: Pick<ModuleAccess, 'module'>,
  version: string,
): Promise<ShownVersion> => {
  const row = await database.first(versionAt, { module: module.id, version });
  if (row === undefined) throw notFound();
  return { ...row, module };
};
