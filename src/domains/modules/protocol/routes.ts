import { route } from '../../../http/route.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { moduleFor, namespaceFor, versionFor } from '../registry/access.ts';
import { findAvailableVersions, getNewest } from '../registry/newest.ts';
import { listAvailableModules, readDetailed } from './available.ts';
import { moduleDocument, versionsDocument } from './documents.ts';
import { makeDownloadLink } from './download.ts';
import { listDocument } from './list-document.ts';
import { readsCheckBlocks } from './notices.ts';
import { archiveLocation, protocolDocument, redirect } from './replies.ts';

/** Base path of the registry protocol. Service discovery announces this path. */
export const protocolPath = '/api/registry/v1/modules';
const ofModule = `${protocolPath}/:organization_name/:module_name/:module_provider` as const;
const ofVersion = `${ofModule}/:module_version` as const;
const protocol = { isRoot: true, rateLimit: 'registry' } as const;

const filtersOf = ({ value }: ListQuery): URLSearchParams =>
  new URLSearchParams(
    ['q', 'provider'].flatMap((name): [string, string][] => {
      const text = value(name);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const list = route('GET', `${protocolPath}/:organization_name`, {
  ...protocol,
  operationId: 'listRegistryModules',
  summary: 'List the modules that can be installed',
  description:
    'Module registry protocol: lists a page of the modules of an organization that have at least one installable version.',
  authorise: namespaceFor('read'),
  query: { parameters: ['q', 'provider', 'limit', 'offset'] },
  reply: protocolDocument(listDocument),
  handle: async (context, { subject, query }) => {
    const path = `${protocolPath}/${subject.organization.name}`;
    return { ...(await listAvailableModules(context, subject, query)), path, filters: filtersOf(query) };
  },
});

const latest = route('GET', ofModule, {
  ...protocol,
  operationId: 'readNewestRegistryModule',
  summary: 'Show the newest version of a module',
  description: 'Module registry protocol: shows the newest release with its inputs, outputs, providers and resources.',
  authorise: moduleFor('read'),
  reply: protocolDocument(moduleDocument),
  handle: (context, { subject }) => readDetailed(context, subject),
});

const versions = route('GET', `${ofModule}/versions`, {
  ...protocol,
  operationId: 'listRegistryModuleVersions',
  summary: 'List the versions of a module',
  description: 'Module registry protocol: lists the versions that can be installed, newest first.',
  authorise: moduleFor('read'),
  reply: protocolDocument(versionsDocument),
  handle: async (context, { subject }) => ({
    module: subject.module,
    versions: await findAvailableVersions(context, subject),
  }),
});

const downloadNewest = route('GET', `${ofModule}/download`, {
  ...protocol,
  operationId: 'downloadNewestRegistryModule',
  summary: 'Redirect to the download of the newest version',
  description: 'Module registry protocol: redirects to the download of the newest release.',
  authorise: moduleFor('read'),
  reply: redirect,
  handle: async (context, { subject, params }) => {
    const { organization_name, module_name, module_provider } = params;
    const { version } = await getNewest(context, subject);
    const prefix = context.pathPrefix();
    return `${prefix}${protocolPath}/${organization_name}/${module_name}/${module_provider}/${version}/download`;
  },
});

const show = route('GET', ofVersion, {
  ...protocol,
  operationId: 'readRegistryModule',
  summary: 'Show one version of a module',
  description: 'Module registry protocol: shows one version with its inputs, outputs, providers and resources.',
  authorise: versionFor('read'),
  reply: protocolDocument(moduleDocument),
  handle: (context, { subject }) => readDetailed(context, subject, subject.version.version),
});

const download = route('GET', `${ofVersion}/download`, {
  ...protocol,
  operationId: 'downloadRegistryModule',
  summary: 'Find the archive of a version',
  description:
    'Module registry protocol: responds with 204 and a link to the archive, which is valid for ten minutes. With `original`, the archive has no deprecation notice.',
  authorise: versionFor('read'),
  query: { parameters: ['original'] },
  reply: archiveLocation,
  handle: (context, { actor, subject, query, request }) => {
    const mayHaveNotice = query.value('original') === undefined && readsCheckBlocks(request.headers);
    return makeDownloadLink(context, actor, subject.version, { mayHaveNotice });
  },
});

export const protocolRoutes = [list, versions, downloadNewest, latest, show, download];
