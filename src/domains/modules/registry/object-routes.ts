import { hash } from 'node:crypto';
import { done, type Reply } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { type ArchiveDownload, archiveBehind } from '../protocol/download.ts';
import { liveLinkOf } from './links.ts';
import { takeArchive } from './publish.ts';

const path = '/object/:capability';
/** Nobody is asked who they are: the link is the right. */
const object = { path, isRoot: true, caller: 'anyone' } as const;

const inBase64 = (sha256: string): string => Buffer.from(sha256, 'hex').toString('base64');

async function* after(notice: Buffer, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield notice;
  yield* chunks;
}

/** What identifies the bytes: their digest, which is the original's; with a notice before it they have none. */
const identityOf = ({ sha256, notice }: ArchiveDownload): Readonly<Record<string, string>> =>
  notice === undefined
    ? { 'repr-digest': `sha-256=:${inBase64(sha256)}:`, etag: `"${sha256}"` }
    : { etag: `"${sha256}-${hash('sha256', notice)}"` };

const archive: Reply<ArchiveDownload> = {
  status: 200,
  mediaType: 'application/gzip',
  render: (download) => {
    const { fileName, size, chunks, notice } = download;
    return {
      status: 200,
      headers: {
        'content-type': 'application/gzip',
        'content-length': String(size + (notice?.length ?? 0)),
        'content-disposition': `attachment; filename="${fileName}"`,
        'content-security-policy': 'sandbox',
        'cache-control': 'private, no-store',
        ...identityOf(download),
      },
      body: notice === undefined ? chunks : after(notice, chunks),
    };
  },
};

const upload: RouteFactory = () =>
  route({
    ...object,
    method: 'PUT',
    summary: "Upload a module version's archive (tar.gz) to the link that its creation told, at most 64 MiB",
    authorise: (context, _actor, { capability }) => liveLinkOf(context, capability, 'upload'),
    isUpload: true,
    reply: done,
    failures: [422],
    handle: (context, { actor, subject, stream }) => takeArchive(context, actor, subject, stream),
  });

const download: RouteFactory = () =>
  route({
    ...object,
    method: 'GET',
    summary: "Download a module version's archive by a link of the registry",
    authorise: (context, _actor, { capability }) => liveLinkOf(context, capability, 'download'),
    reply: archive,
    handle: (context, { subject, stream }) => archiveBehind(context, subject, stream.method),
  });

export const objectRoutes: readonly RouteFactory[] = [upload, download];
