// Module downloads. A client first requests a link, and then follows the link to the archive.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { joined } from '../../../effects/spool.ts';
import type { Download } from '../../../http/reply.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedRead } from '../../audit/index.ts';
import { touchDeprecation } from '../deprecations/store.ts';
import { archivePiece } from '../registry/archive-store.ts';
import { type LinkRow, linkWith } from '../registry/links.ts';
import { type LockedVersion, lockVersion, type ModuleVersionRow } from '../registry/version-store.ts';
import { countDownload } from './download-store.ts';
import { noticeFor, wantsNotice } from './notices.ts';

/**
 * Creates a link to a version's archive, and counts a download by the actor. Throws 404 if the version has no archive.
 * With `mayHaveNotice`, the archive may contain a deprecation notice that the client shows.
 */
export const makeDownloadLink = (
  context: Context,
  actor: Actor,
  { id }: Pick<ModuleVersionRow, 'id'>,
  { mayHaveNotice }: { readonly mayHaveNotice: boolean },
): Promise<string> =>
  auditedRead(context, actor, async (tx, mayWrite) => {
    const version = await lockVersion(tx, id);
    if (version?.status !== 'ok') throw notFound();
    const hasNotice = mayHaveNotice && (await wantsNotice(tx, id));
    const now = context.clock.now();
    const details = hasNotice ? [withNotice] : [];
    const result = linkWith(context, { purpose: 'download', id, details, endsAt: now + linkLifetime });
    if (mayWrite) await record(tx, version, { consumer: consumerOf(actor), now });
    // Downloads are counted but not audited, because every run of a consumer downloads modules.
    return { result, audit: [] };
  });

/**
 * Counts a download and, for a deprecated version, updates the time of its last download, at most once a minute. A
 * download that runs at the same time as the deprecation may be missed; the next download updates the time.
 */
async function record(
  tx: Transaction,
  { id, deprecated_download_at: last }: LockedVersion,
  { consumer, now }: { readonly consumer: string; readonly now: number },
): Promise<void> {
  const at = timestamp(now);
  await countDownload(tx, { version_id: id, consumer, last_downloaded_at: at });
  if (last !== null && last <= timestamp(now - touchInterval)) await touchDeprecation(tx, id, at);
}

/** Lifetime of a link, and minimum interval between updates of the last download, in milliseconds. */
const [linkLifetime, touchInterval] = [600_000, 60_000];
/** Marks a link to an archive with a deprecation notice. */
const withNotice = 'notice';

const consumerOf = ({ identity }: Actor): string =>
  'id' in identity ? `${identity.kind}:${identity.id}` : identity.kind;

/** An archive, with the deprecation notice to send before it. */
export interface ArchiveDownload extends Download {
  readonly notice: Buffer | undefined;
}

/** Reads an archive as it was uploaded, without its bytes for a HEAD request. */
export async function readArchiveOf({ database }: Context, link: LinkRow, method: string): Promise<ArchiveDownload> {
  const { archive_id: archiveId, sha256, size, name, provider, version } = link;
  if (archiveId === null || sha256 === null || size === null) throw notFound();
  const sent = method === 'HEAD' ? 0 : size;
  const chunks = joined({ name: `archive ${archiveId}`, size: sent }, (position) =>
    database.first(archivePiece, { archive: archiveId, position }),
  );
  const notice = link.details.includes(withNotice) ? await noticeFor(database, link.id) : undefined;
  return { fileName: `${name}-${provider}-${version}.tar.gz`, sha256, size, chunks, notice };
}
