import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { deprecatableVersion } from '../deprecations/access.ts';
import { downloadResource } from './download-resource.ts';
import { listDownloads } from './downloads.ts';

export const versionDownloads = route(
  'GET',
  '/organizations/:organization_name/registry-modules/private/:namespace/:module_name/:module_provider/:module_version/downloads',
  {
    operationId: 'listModuleDownloads',
    summary: 'List the downloads of a version of a private module',
    description: 'Shows who has downloaded the version, the latest download first.',
    edition: 'hosted',
    authorise: deprecatableVersion,
    query: { paginated: true },
    reply: many(downloadResource),
    handle: (context, { subject, query }) => listDownloads(context, subject.version.id, query),
  },
);
