// Files in version archives, for images and links in README files.
import { type Context, service } from '../../../context.ts';
import { joined } from '../../../effects/spool.ts';
import type { Reply } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { invalidParameter, notFound } from '../../../jsonapi/errors.ts';
import { semaphoreByKey } from '../../../lib/concurrency/semaphore.ts';
import { mediaTypeOf, shownMediaTypes } from '../../../protocols/archives/archive-file.ts';
import { shownArchiveLimits } from '../../../protocols/archives/archive-limits.ts';
import { RefusedArchive } from '../../../protocols/archives/refused-archive.ts';
import { archiveIntake } from '../../organizations/index.ts';
import { type VersionAccess, versionFor } from './access.ts';
import { archivePiece } from './archive-store.ts';

interface ShownFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Content security policy for files that publishers wrote. The browser runs no scripts in these files and loads no
 * other resources for them.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const [firstType, ...otherTypes] = shownMediaTypes;

const shownFile: Reply<ShownFile> = {
  status: 200,
  mediaType: firstType,
  otherMediaTypes: otherTypes,
  render: ({ mediaType, bytes }) => ({
    status: 200,
    headers: {
      'content-type': mediaType,
      'content-length': String(bytes.length),
      'content-security-policy': policy,
      'cache-control': 'private, max-age=3600',
    },
    body: Buffer.from(bytes),
  }),
};

export const versionFile = route(
  'GET',
  '/organizations/:organization_name/registry-modules/private/:namespace/:module_name/:module_provider/:module_version/files',
  {
    operationId: 'readModuleVersionFile',
    summary: 'Show a file of the archive of a module version',
    description:
      'This endpoint serves the images and the linked files of a README. `path` is the path of a file in the archive, such as `docs/network.png`. PNG, JPEG, GIF, WebP and SVG files are returned as images, other UTF-8 files as plain text. A content security policy prevents browsers from running or loading anything. Responds with 404 for other files, for files over 2 MiB, and for archives over 16 MiB.',
    authorise: versionFor('read'),
    query: { parameters: ['path'] },
    failures: [503],
    reply: shownFile,
    handle: (context, { subject, query: { value } }) => readFile(context, subject, pathIn(value('path'))),
  },
);

const maxPath = 1_024;

function pathIn(path: string | undefined): string {
  if (path !== undefined && path.length <= maxPath) return path;
  throw invalidParameter('path', `path must be the path of a file in the archive, with at most ${maxPath} characters`);
}

/**
 * Limits the reads of archives to one at a time per organization. Up to 32 further requests can wait, which is enough
 * because a README has few images.
 */
const readings = service(() => semaphoreByKey({ count: 1, maxWaiting: 32 }));

async function readFile(context: Context, { version, organization }: VersionAccess, path: string): Promise<ShownFile> {
  const { archive_id: archive, size } = version;
  if (archive === null || size === null || size > shownArchiveLimits.packedBytes) throw notFound();
  const pieces = () =>
    joined({ name: `the archive ${archive}`, size }, (position) =>
      context.database.first(archivePiece, { archive, position }),
    );
  const bytes = await readings(context)(organization.id, () =>
    archiveIntake(context).inspect.file(pieces(), path),
  ).catch((error: unknown) => {
    // The limits for reading are lower than those for uploading, so reading can reject an archive that was accepted.
    if (error instanceof RefusedArchive) return undefined;
    throw error;
  });
  const mediaType = bytes && mediaTypeOf(path, bytes);
  if (bytes === undefined || mediaType === undefined) throw notFound();
  return { mediaType, bytes };
}
