// Uploads a version's archive. The archive is first received completely and inspected, and then stored in pieces.
// Finally, one transaction assigns it to the version.

import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { bytesOf, piecesOf, type Spooled, spool } from '../../../effects/spool.ts';
import { creatorOf } from '../../../jsonapi/creator.ts';
import { bodyTooLarge, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { type ByteSource, boundedChunks, canHaveSize } from '../../../kernel/byte-source.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { archiveLimits } from '../../../protocols/archives/archive-limits.ts';
import type { ModuleContents } from '../../../protocols/archives/module-contents.ts';
import { descriptionIn } from '../../../protocols/archives/readme-description.ts';
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
import type { ShownModuleVersion } from './resource.ts';
import { insertSummary } from './summary-store.ts';
import { archiveBytes, type ModuleVersionRow, publishVersion, versionById } from './version-store.ts';
import { pendingVersion, readVersion } from './versions.ts';

const { update: right } = moduleRights['registry-modules'];

/**
 * Handles an upload through a link. 413 if the archive is larger than 64 MiB. 422 if the archive is not a valid module.
 * In both cases, the link stays valid and the version stays pending. If the version already has an archive, uploading
 * the same archive again succeeds and changes nothing, and any other archive gives 404. 503 if sixteen other uploads of
 * the organization are running.
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

/** Whether a version already has this archive. 404 if the version has another archive or was deleted. */
function isKnownArchive(
  version: Pick<ModuleVersionRow, 'status' | 'sha256'> | undefined,
  { sha256 }: Spooled,
): boolean {
  if (version?.status === 'pending') return false;
  if (version?.sha256 !== sha256) throw notFound();
  return true;
}

/** Input of `publishDirectly`, which an operator uses to publish a version in one step. */
export interface Publication {
  readonly name: string;
  readonly provider: string;
  readonly version: string;
  /** Archive in the tar.gz format. */
  readonly source: Pick<ByteSource, 'chunks' | 'length'>;
}

/**
 * Publishes an archive as a version. If the module or the version does not exist, it is created. 422 if the version
 * already has an archive, or if the archive is not a valid module; in the latter case, nothing is created.
 */
export async function publishDirectly(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  { name, provider, version, source }: Publication,
): Promise<ShownModuleVersion> {
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

/** A version that has no archive yet, with the names of its module. */
type PendingVersion = Pick<ModuleVersionRow, 'id' | 'version' | 'module_id'> &
  Pick<LinkRow, 'organization_id' | 'name' | 'provider'>;

interface Publisher {
  /** Actor that sent the request. */
  readonly actor: Actor;
  /** Returns the actor on whose behalf the version is published. 404 if that actor may no longer publish. */
  readonly confirm: (tx: Transaction) => Promise<Actor>;
}

interface Inspected {
  readonly spooled: Spooled;
  readonly contents: ModuleContents;
}

const inspect = (context: Context, spooled: Spooled): Promise<ModuleContents> =>
  refusalsAsProblems(archiveIntake(context).inspect(bytesOf(spooled)));

/**
 * Stores an archive and assigns it to a version. If several archives are uploaded for the same version at the same
 * time, exactly one upload succeeds, and the archives of the others are deleted.
 */
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
 * Stores an archive and returns its identifier. Each piece is stored in its own transaction, so that other transactions
 * in SQLite do not wait long. The archive is not visible until a version refers to it.
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
 * Assigns an archive to a version. Returns false if the version already has the same archive. 404 if the version has
 * another archive, or if the publisher may no longer publish.
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
    const published_by = JSON.stringify(creatorOf(itsActor.identity));
    await insertSummary(tx, { version_id: id, description: descriptionIn(contents.readme), published_by });
    await touchModule(tx, module_id, at);
    const entry = { action: 'registry-module-version.upload', type: 'registry-module-versions', id, organizationId };
    const after = { name, provider, version, sha256, size };
    return { result: true, actor: itsActor, audit: [{ ...entry, after }] };
  });

const mebibyte = 1_048_576;

/** Throws 422 if the archive would make the organization's archives exceed the storage limit in the settings. */
async function requireStorage(tx: Transaction, context: Context, organization: string, size: number): Promise<void> {
  const max = generalSettings(context)['module-storage-limit'];
  const stored = Number((await tx.first(archiveBytes, { organization }))?.total ?? 0);
  if (stored + size <= max * mebibyte) return;
  const detail = `The organization can have at most ${max} MiB of module archives (module-storage-limit). Delete versions that are no longer needed.`;
  throw invalid({ code: 'limit-reached', detail, params: { limit: max } });
}

/**
 * Deletes an archive to which no version refers. If the deletion fails, the job for unused archives deletes the archive
 * later.
 */
async function discardArchive({ database, log }: Context, id: string): Promise<void> {
  try {
    await database.transaction((tx) => deleteArchive(tx, id));
  } catch (error) {
    log.warn({ error }, 'an unused archive could not be deleted and will be deleted later by a job');
  }
}

/** Waits for work on an archive, and converts a `RefusedArchive` error to a 422 response. */
async function refusalsAsProblems<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RefusedArchive ? invalid({ code: 'faulty-archive', detail: error.message }) : error;
  }
}

const tooLarge = () => invalid({ code: 'payload-too-large', detail: 'The archive is larger than 64 MiB' });
