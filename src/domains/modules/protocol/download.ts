// Module downloads. A client first requests a download link and then follows the link to the archive.
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
import { addDownload } from '../registry/summary-store.ts';
import { type LockedVersion, lockVersion, type ModuleVersionRow } from '../registry/version-store.ts';
import { countDownload } from './download-store.ts';
import { noticeFor, wantsNotice } from './notices.ts';

/**
 * Creates a download link to a version's archive, and counts a download by the actor. 404 if the version has no
 * archive. If `mayHaveNotice` is true, the archive may contain a deprecation notice that the client shows.
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
    // Downloads are counted but not audited, because consumers download modules in every run.
    return { result, audit: [] };
  });

/**
 * Counts a download. If the version is deprecated, also updates the time of its last download, at most once a minute.
 * If the version is deprecated during the download, the time may be updated only by the next download.
 */
async function record(
  tx: Transaction,
  { id, deprecated_download_at: last }: LockedVersion,
  { consumer, now }: { readonly consumer: string; readonly now: number },
): Promise<void> {
  const at = timestamp(now);
  await Promise.all([countDownload(tx, { version_id: id, consumer, last_downloaded_at: at }), addDownload(tx, id)]);
  if (last !== null && last <= timestamp(now - touchInterval)) await touchDeprecation(tx, id, at);
}

/** Lifetime of a download link in ms, and minimum interval in ms between updates of the time of the last download. */
const [linkLifetime, touchInterval] = [600_000, 60_000];
/** Text in a download link that requests an archive with a deprecation notice. */
const withNotice = 'notice';

const consumerOf = ({ identity }: Actor): string =>
  'id' in identity ? `${identity.kind}:${identity.id}` : identity.kind;

/** An archive, with the deprecation notice that is sent before it; undefined if there is none. */
export interface ArchiveDownload extends Download {
  readonly notice: Buffer | undefined;
}

/** Reads an archive as it was uploaded. For a HEAD request, the archive's content is not read. */
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
