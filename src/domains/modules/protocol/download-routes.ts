import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { usedDeprecationList } from '../deprecations/store.ts';
import { namespaceFor, versionFor } from '../registry/access.ts';
import { downloadResource } from './download-resource.ts';
import { downloadPage } from './download-store.ts';
import { listInUse } from './in-use.ts';
import { usedDeprecationResource } from './in-use-resource.ts';

export const versionDownloads = route(
  'GET',
  '/organizations/:organization_name/registry-modules/private/:namespace/:module_name/:module_provider/:module_version/downloads',
  {
    operationId: 'listModuleDownloads',
    summary: 'List the downloads of a version of a private module',
    description: 'Shows who has downloaded the version, most recent download first.',
    edition: 'hosted',
    authorise: versionFor('read-downloads'),
    query: downloadPage.query,
    reply: many(downloadResource),
    handle: ({ database }, { subject, query }) => downloadPage.read(database, query, { version: subject.version.id }),
  },
);

export const deprecationsInUse = route(
  'GET',
  '/organizations/:organization_name/registry-modules/deprecations-in-use',
  {
    operationId: 'listModuleDeprecationsInUse',
    summary: 'List the deprecated versions that are in use',
    description:
      'Lists the deprecated versions of private modules that were downloaded in the last 30 days, most recent download first. `last-downloaded-at` is accurate to the minute, and reasons are truncated to 1,000 characters. If the plan includes deprecation, callers who manage modules see the five most recent consumers of each version and their total number; otherwise both are null. `workspaces` lists the first five workspaces that use the version, and `workspace-count` is their total number; both contain only workspaces of the organization that the caller may read.',
    edition: 'hosted',
    authorise: namespaceFor('list-deprecated-in-use'),
    query: usedDeprecationList.query,
    reply: many(usedDeprecationResource),
    handle: (context, { actor, subject, query }) => listInUse(context, actor, subject, query),
  },
);
