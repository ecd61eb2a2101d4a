import { hash } from 'node:crypto';
import type { Reply } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { liveLinkOf } from '../registry/links.ts';
import { objectPath, objectRoute } from '../registry/upload-routes.ts';
import { type ArchiveDownload, readArchiveOf } from './download.ts';

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
      body: notice === undefined ? chunks : withNotice(notice, chunks),
    };
  },
};

export const archiveDownload = route('GET', objectPath, {
  ...objectRoute,
  operationId: 'downloadModuleArchive',
  summary: 'Download the archive of a module version',
  description:
    'Returns the tar.gz archive of the version. The registry protocol provides the link, which is the only credential.',
  authorise: (context, _actor, { capability }) => liveLinkOf(context, capability, 'download'),
  reply: archive,
  handle: (context, { subject, request }) => readArchiveOf(context, subject, request.method),
});

const base64Of = (sha256: string): string => Buffer.from(sha256, 'hex').toString('base64');

async function* withNotice(notice: Buffer, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield notice;
  yield* chunks;
}

/**
 * Returns the headers that identify the archive. If a deprecation notice is added, the response differs from the
 * uploaded archive, so the archive's digest is not sent.
 */
function identityOf({ sha256, notice }: ArchiveDownload): Readonly<Record<string, string>> {
  return notice === undefined
    ? { 'repr-digest': `sha-256=:${base64Of(sha256)}:`, etag: `"${sha256}"` }
    : { etag: `"${sha256}-${hash('sha256', notice)}"` };
}
