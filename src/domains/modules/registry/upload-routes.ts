import { done } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { liveLinkOf } from './links.ts';
import { uploadToLink } from './upload.ts';

export const objectPath = '/object/:capability';

/** The link is the credential, so these routes require no other authentication. */
export const objectRoute = { isRoot: true, rateLimit: 'refusals', caller: 'anyone' } as const;

export const archiveUpload = route('PUT', objectPath, {
  ...objectRoute,
  operationId: 'uploadModuleArchive',
  summary: 'Upload the archive of a module version',
  description:
    'Accepts a tar.gz archive of at most 64 MiB. The response to the creation of the version contains the upload link, which is the only credential.',
  authorise: (context, _actor, { capability }) => liveLinkOf(context, capability, 'upload'),
  isUpload: true,
  reply: done,
  failures: [401, 422],
  handle: (context, { actor, subject, request }) => uploadToLink(context, actor, subject, request),
});
