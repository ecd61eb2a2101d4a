// Upload of the archive of a version: it is spooled, inspected, written in pieces, and published in one transaction.

import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { bytesOf, piecesOf, type Spooled, spool } from '../../../effects/spool.ts';
import { bodyTooLarge, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type ByteSource, boundedChunks, canHaveSize } from '../../../kernel/byte-source.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { archiveLimits } from '../../../protocols/archives/archive-limits.ts';
import type { ModuleContents } from '../../../protocols/archives/module-contents.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { generalSettings } from '../../instance/index.ts';
import {
  archiveIntake,
  lockOrganization,
  type OrganizationAccess,
  requireGrantee,
  requireRight,
} from '../../organizations/index.ts';
import { moduleRights } from '../access.ts';
import { deleteArchive, insertArchive, insertPiece } from './archive-store.ts';
import { writeContents } from './contents.ts';
import type { LinkRow } from './links.ts';
import { lockModule, moduleAt, touchModule } from './module-store.ts';
import { createModule } from './modules.ts';
import type { ShownVersion } from './resource.ts';
import { archiveBytes, publishVersion, type VersionRow, versionById } from './version-store.ts';
import { pendingVersion, readVersion } from './versions.ts';

const { update: right } = moduleRights['registry-modules'];

/**
 * Takes what is sent to an upload link. 413 over 64 MiB and 422 for an archive that is no valid module: the link stays
 * valid then, and the version pending. The archive that the version has already is accepted again, and nothing changes;
 * for any other one the answer is 404 then. 503 while sixteen other uploads of the organization run.
 */
export async function uploadToLink(context: Context, actor: Actor, link: LinkRow, source: ByteSource): Promise<void> {
  const { database } = context;
  const intake = archiveIntake(context);
  if (link.status === 'ok' && !canHaveSize(source, link.size)) throw notFound();
  const publisher: Publisher = { actor, confirm: (tx) => requireGrantee(context, tx, { ...link, right }, actor) };
  await intake.limited(link.organization_id, async () => {
    const bounded = boundedChunks(source, archiveLimits.packedBytes, bodyTooLarge);
    await using spooled = await spool(context.config.dataDir, bounded);
    const contents = await intake.inTurn(link.organization_id, async () => {
      const version = await database.first(versionById, { id: link.id });
      return isKnownArchive(version, spooled) ? undefined : inspect(context, spooled);
    });
    if (contents !== undefined) await publish(context, publisher, link, { spooled, contents });
    else await database.transaction(publisher.confirm);
  });
}

/** True if a version has this archive already; 404 when it has another one, or is gone. */
function isKnownArchive(version: Pick<VersionRow, 'status' | 'sha256'> | undefined, { sha256 }: Spooled): boolean {
  if (version?.status === 'pending') return false;
  if (version?.sha256 !== sha256) throw notFound();
  return true;
}

/** Input of a publication by the operator: in one step, without links. */
export interface Publication {
  readonly name: string;
  readonly provider: string;
  readonly version: string;
  /** The archive (tar.gz). */
  readonly source: Pick<ByteSource, 'chunks' | 'length'>;
}

/**
 * Publishes an archive as a version, and creates module and version where they are missing. 422 for an archive that is no
 * valid module, before anything is created, and for a version that has its archive already.
 */
export async function publishDirectly(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  { name, provider, version, source }: Publication,
): Promise<ShownVersion> {
  const bounded = boundedChunks(source, archiveLimits.packedBytes, tooLarge);
  await using spooled = await refusalsAsProblems(spool(context.config.dataDir, bounded));
  const contents = await inspect(context, spooled);
  const known = await context.database.first(moduleAt, {
    organization: access.organization.id,
    name,
    provider,
    publicNamespace: '',
  });
  const module = known ?? (await createModule(context, actor, access, { name, provider }));
  const pending = await pendingVersion(context, actor, { module }, version);
  const confirm = async (tx: Transaction): Promise<Actor> => {
    await requireRight(right, tx, actor, access.organization.id);
    return actor;
  };
  await publish(context, { actor, confirm }, { ...module, ...pending }, { spooled, contents });
  return readVersion(context, actor, { ...access, module }, version);
}

/** A version that has no archive yet, and its module. */
type PendingVersion = Pick<VersionRow, 'id' | 'version' | 'module_id'> &
  Pick<LinkRow, 'organization_id' | 'name' | 'provider'>;

interface Publisher {
  /** The actor of the request. */
  readonly actor: Actor;
  /** The actor in whose name it is done; 404 when that actor may not publish any more. */
  readonly confirm: (tx: Transaction) => Promise<Actor>;
}

interface Inspected {
  readonly spooled: Spooled;
  readonly contents: ModuleContents;
}

const inspect = (context: Context, spooled: Spooled): Promise<ModuleContents> =>
  refusalsAsProblems(archiveIntake(context).inspect(bytesOf(spooled)));

/** Writes an archive and makes it a version's: of several at once exactly one. What became no version's is deleted. */
async function publish(
  context: Context,
  publisher: Publisher,
  version: PendingVersion,
  inspected: Inspected,
): Promise<void> {
  const archiveId = await writeArchive(context, inspected.spooled);
  let isAttached = false;
  try {
    isAttached = await attachArchive(context, publisher, version, { archiveId, ...inspected });
  } finally {
    if (!isAttached) await discardArchive(context, archiveId);
  }
}

/**
 * Writes an archive, each piece in a transaction of its own, so that nobody waits long for the only writer of the
 * embedded engine. Nobody can see it until a version names it; answers its identifier.
 */
async function writeArchive({ database, clock }: Context, spooled: Spooled): Promise<string> {
  const id = randomText(24);
  const row = { id, created_at: timestamp(clock.now()) };
  await database.transaction((tx) => insertArchive(tx, row));
  for await (const piece of piecesOf(spooled)) {
    await database.transaction((tx) => insertPiece(tx, { archive_id: id, ...piece }));
  }
  return id;
}

/**
 * Makes an archive a version's; false when the version has the same one already. 404 when it has another one, or the
 * publisher may not publish any more.
 */
const attachArchive = (
  context: Context,
  { actor, confirm }: Publisher,
  { id, version, module_id, organization_id: organizationId, name, provider }: PendingVersion,
  { archiveId, spooled, contents }: Inspected & { readonly archiveId: string },
): Promise<boolean> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organizationId);
    await lockModule(tx, module_id);
    const itsActor = await confirm(tx);
    if (isKnownArchive(await tx.first(versionById, { id }), spooled)) return { result: false, audit: [] };
    const { sha256, size } = spooled;
    await requireStorage(tx, context, organizationId, size);
    const at = timestamp(context.clock.now());
    const archive = { archive_id: archiveId, sha256, size, contents: writeContents(contents), updated_at: at };
    await publishVersion(tx, id, archive);
    await touchModule(tx, module_id, at);
    const entry = { action: 'registry-module-version.upload', type: 'registry-module-versions', id, organizationId };
    const after = { name, provider, version, sha256, size };
    return { result: true, actor: itsActor, audit: [{ ...entry, after }] };
  });

const mebibyte = 1_048_576;

/** 422 where the archives of an organization would take more than the settings allow. */
async function requireStorage(tx: Transaction, context: Context, organization: string, size: number): Promise<void> {
  const max = generalSettings(context)['module-storage-limit'];
  const stored = Number((await tx.first(archiveBytes, { organization }))?.total ?? 0);
  if (stored + size <= max * mebibyte) return;
  const detail = `The organization can have ${max} MiB of module archives (module-storage-limit). Delete versions that nobody needs.`;
  throw invalid({ code: 'limit-reached', detail, params: { limit: max } });
}

/** Deletes an archive that no version names; where that fails, housekeeping does it later. */
async function discardArchive({ database, log }: Context, id: string): Promise<void> {
  try {
    await database.transaction((tx) => deleteArchive(tx, id));
  } catch (error) {
    log.warn({ error }, 'an unused archive could not be deleted, housekeeping will delete it');
  }
}

/** Result of work on an archive; 422 for one that cannot be an archive of a module. */
async function refusalsAsProblems<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RefusedArchive ? invalid({ code: 'faulty-archive', detail: error.message }) : error;
  }
}

const tooLarge = () => invalid({ code: 'payload-too-large', detail: 'The archive is larger than 64 MiB' });
