import { type Download, done, type Reply } from '../../http/reply.ts';
import { type RouteFactory, route } from '../../http/route.ts';
import { archiveBehind } from './download.ts';
import { liveLinkOf } from './links.ts';
import { takeArchive } from './publish.ts';

const path = '/object/:capability';
/** Nobody is asked who they are: the link is the right. */
const object = { path, isRoot: true, caller: 'anyone' } as const;

const inBase64 = (sha256: string): string => Buffer.from(sha256, 'hex').toString('base64');

const archive: Reply<Download> = {
  status: 200,
  mediaType: 'application/gzip',
  render: ({ fileName, sha256, size, chunks }) => ({
    status: 200,
    headers: {
      'content-type': 'application/gzip',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
      'repr-digest': `sha-256=:${inBase64(sha256)}:`,
      etag: `"${sha256}"`,
    },
    body: chunks,
  }),
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
