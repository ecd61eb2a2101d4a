// A version's archive: taken, checked, and in one step the version's own.
import type { IncomingMessage } from 'node:http';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { openSpool, type Spooled, spool } from '../../../effects/spool.ts';
import { boundedChunks, requireIdentity } from '../../../http/body.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { archiveLimits, type ModuleContents } from '../../../protocols/archives/module-contents.ts';
import { holdUser } from '../../accounts/users/users.ts';
import { change } from '../../audit/audit.ts';
import { findRights } from '../../organizations/organizations/access.ts';
import { mayManageModules } from './access.ts';
import { inspect, withArchive } from './archives.ts';
import { writeContents } from './contents.ts';
import { granteeOf } from './links.ts';
import { type LinkRow, teamNow } from './object-store.ts';
import { holdModule } from './versions.ts';

/** A version that waits for its archive. */
export interface WaitingVersion {
  readonly id: string;
  readonly version: string;
  readonly module_id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly provider: string;
}

interface Arrived {
  readonly archiveId: string;
  readonly spooled: Spooled;
  readonly contents: ModuleContents;
}

/** A link's grantee as they are now: it holds for longer than a right may. 404 for who is no more, or suspended. */
const asTheyAre = async (tx: Transaction, actor: Actor): Promise<Actor> => {
  const { identity } = actor;
  if (identity.kind === 'user' && (await holdUser(tx, identity.id)).is_suspended === 1) throw notFound();
  if (identity.kind !== 'team') return actor;
  const team = await tx.first(teamNow, { id: identity.id });
  if (team === undefined) throw notFound();
  const { is_owners, permissions } = team;
  return { ...actor, identity: { ...identity, isOwners: is_owners === 1, permissions } };
};

/** 404 for who may not change the organization's modules any more. */
const requireRight = async (tx: Transaction, actor: Actor, organizationId: string): Promise<void> => {
  const rights = await findRights(tx, await asTheyAre(tx, actor), organizationId);
  if (rights === undefined || !mayManageModules(rights)) throw notFound();
};

/** Makes an archive a version's. 404 when the version has one already, or who publishes may not any more. */
const settle = (
  context: Context,
  actor: Actor,
  version: WaitingVersion,
  { archiveId, spooled: { sha256, size }, contents }: Arrived,
): Promise<void> =>
  change(context, actor, async (tx) => {
    const { id, module_id, organization_id: organizationId, name, provider } = version;
    await holdModule(tx, module_id);
    await requireRight(tx, actor, organizationId);
    const at = timestamp(context.clock.now());
    const archive = { archive_id: archiveId, sha256, size, contents: writeContents(contents) };
    const published = await tx.run((db) =>
      db
        .updateTable('module_versions')
        .set({ ...archive, status: 'ok', updated_at: at })
        .where('id', '=', id)
        .where('status', '=', 'pending'),
    );
    if (published === 0) throw notFound();
    await tx.run((db) => db.updateTable('modules').set({ updated_at: at }).where('id', '=', module_id));
    await tx.run((db) => db.deleteFrom('object_links').where('version_id', '=', id).where('purpose', '=', 'upload'));
    const entry = { action: 'registry-module-version.upload', type: 'registry-module-versions', id, organizationId };
    const after = { name, provider, version: version.version, sha256, size };
    return { result: undefined, audit: [{ ...entry, after }] };
  });

/** Writes an archive that was found sound, and makes it a version's: of several at once exactly one. */
export const settleInspected = (
  context: Context,
  actor: Actor,
  version: WaitingVersion,
  inspected: Omit<Arrived, 'archiveId'>,
): Promise<void> =>
  withArchive(context, inspected.spooled, (archiveId) => settle(context, actor, version, { archiveId, ...inspected }));

const takeNow = async (context: Context, actor: Actor, link: LinkRow, stream: IncomingMessage): Promise<void> => {
  await using file = await openSpool(context.config.dataDir);
  const spooled = await spool(file, boundedChunks(stream, archiveLimits.packedBytes));
  const contents = await context.archiveIntake.inTurn(link.organization_id, () => inspect(context, spooled));
  const version = { ...link, id: link.version_id };
  await settleInspected(context, granteeOf(link, actor), version, { spooled, contents });
};

/**
 * Takes what is sent to an upload link. 413 over 64 MiB, 422 for what is no sound module: the link stays good then, and
 * the version goes on waiting. 404 when the link was used meanwhile; 503 while the organization
 * uploads sixteen others.
 */
export const takeArchive = async (
  context: Context,
  actor: Actor,
  link: LinkRow,
  stream: IncomingMessage,
): Promise<void> => {
  requireIdentity(stream);
  await context.archiveIntake.limited(link.organization_id, () => takeNow(context, actor, link, stream));
};
