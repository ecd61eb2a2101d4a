import type { Context } from '../../../context.ts';
import type { Download } from '../../../http/reply.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { change } from '../../audit/audit.ts';
import { noticeFor, wantsNotice } from '../deprecations/notices.ts';
import { archiveBytes } from '../registry/archives.ts';
import { makeLink } from '../registry/links.ts';
import type { LinkRow } from '../registry/object-store.ts';
import { heldVersion, type VersionRow } from '../registry/store.ts';

const consumerOf = ({ identity }: Actor): string =>
  'id' in identity ? `${identity.kind}:${identity.id}` : identity.kind;

/**
 * Makes a link to a version's archive, and counts it as a download of whoever asks. 404 while there is no archive. The
 * archive may have a notice in it where the client will show it.
 */
export const offerDownload = (
  context: Context,
  actor: Actor,
  { id }: Pick<VersionRow, 'id'>,
  { mayHaveNotice }: { readonly mayHaveNotice: boolean },
): Promise<string> =>
  change(context, actor, async (tx) => {
    const version = await tx.first(heldVersion, { id });
    if (version?.status !== 'ok') throw notFound();
    const hasNotice = mayHaveNotice && (await wantsNotice(tx, id));
    const result = await makeLink(tx, context, actor, { purpose: 'download', versionId: id, hasNotice });
    const last_downloaded_at = timestamp(context.clock.now());
    await tx.run((db) =>
      db
        .insertInto('module_downloads')
        .values({ version_id: id, consumer: consumerOf(actor), count: 1, last_downloaded_at })
        .onConflict((known) =>
          known
            .columns(['version_id', 'consumer'])
            .doUpdateSet(({ eb, ref }) => ({ count: eb(ref('module_downloads.count'), '+', 1), last_downloaded_at })),
        ),
    );
    // Downloads are counted, and not recorded one by one: every run of a consumer makes some.
    return { result, audit: [] };
  });

/** An archive, and what is sent before it to tell that its version is deprecated. */
export interface ArchiveDownload extends Download {
  readonly notice: Buffer | undefined;
}

/** An archive's bytes, as they were uploaded; without them for who only asks what there is. */
export const archiveBehind = async (
  { database }: Context,
  link: LinkRow,
  method: string | undefined,
): Promise<ArchiveDownload> => {
  const { archive_id: archiveId, sha256, size, name, provider, version } = link;
  if (archiveId === null || sha256 === null || size === null) throw notFound();
  const all = { archiveId, size };
  const none = { archiveId, size: 0 };
  const chunks = archiveBytes(database, method === 'HEAD' ? none : all);
  const notice = link.has_notice === 1 ? await noticeFor(database, link.version_id) : undefined;
  return { fileName: `${name}-${provider}-${version}.tar.gz`, sha256, size, chunks, notice };
};
