import { many, nothing, one, unstored } from '../../../http/reply.ts';
import { alias, route } from '../../../http/route.ts';
import { resource } from '../../../jsonapi/resource.ts';
import { emptyPage } from '../../../kernel/page.ts';
import { withoutTagPrefix } from '../../../protocols/module-versions/semver.ts';
import { moduleByIdFor, moduleFor, namespaceFor, versionFor } from './access.ts';
import { modulePayload, versionPayload } from './input.ts';
import { moduleList, namedModuleList } from './module-store.ts';
import { createModule, listModules, listModulesNamed, shownModule } from './modules.ts';
import { publicModuleRoutes } from './public-routes.ts';
import { deleteModule, deleteModulesNamed, deleteVersion } from './removal.ts';
import { moduleResource, versionResource } from './resource.ts';
import { emptyInclude, moduleUpdateRoutes, updateOf } from './update-routes.ts';
import { createVersion, readVersion, shownVersion } from './versions.ts';

const ofOrganization = '/organizations/:organization_name/registry-modules';
const ofName = `${ofOrganization}/private/:namespace/:module_name` as const;
const ofModule = `${ofName}/:module_provider` as const;
const ofVersion = `${ofModule}/:module_version` as const;

const list = route('GET', ofOrganization, {
  operationId: 'listModules',
  summary: 'List the modules of an organization',
  description:
    'Modules are by default sorted by name and provider. `description` is the start of the README of the newest version, and `published-by` is the account, team or organization that uploaded its archive. Both are null for versions that were published by older releases. `published-by` is also null for callers outside of the organization. `downloads` is the number of downloads of all versions. `deprecated-version-count` is the number of deprecated versions, and `filter[deprecated]` selects modules with or without such versions. A module either belongs to the organization, or is a reference to a module in the public registry.',
  authorise: namespaceFor('read'),
  query: { ...moduleList.query, emptyInclude },
  reply: many(moduleResource),
  handle: (context, { subject, query: listQuery }) => listModules(context, subject, listQuery),
});

const create = route('POST', ofOrganization, {
  operationId: 'createModule',
  summary: 'Create a module',
  description:
    'A private module is created without versions. Create and upload each version with separate requests. If `registry-name` is `public`, a reference to a module in the public registry is created.',
  authorise: namespaceFor('create'),
  payload: modulePayload,
  creates: true,
  reply: one(moduleResource, 201),
  handle: (context, { actor, subject, input }) => createModule(context, actor, subject, input.attributes),
});

const listNamed = route('GET', ofName, {
  operationId: 'listModulesByName',
  summary: 'List the private modules with a name',
  description: 'Lists the modules with this name, one for each provider.',
  authorise: namespaceFor('read'),
  query: namedModuleList.query,
  reply: many(moduleResource),
  handle: (context, { subject, params, query: listQuery }) =>
    listModulesNamed(context, subject, listQuery, params.module_name),
});

const show = route('GET', ofModule, {
  operationId: 'readModule',
  summary: 'Show a private module',
  description: 'Finds a module by its name and its provider, and shows it with the status of each of its versions.',
  authorise: moduleFor('read'),
  query: { emptyInclude },
  reply: one(moduleResource),
  handle: (context, { subject }) => shownModule(context, subject.module, subject),
});

const commits = route('GET', `${ofModule}/commits`, {
  operationId: 'listModuleCommits',
  summary: 'List the commits of a private module (always empty)',
  description: 'The list is always empty, because modules are uploaded and do not come from version control.',
  authorise: moduleFor('read'),
  query: { paginated: true },
  reply: many(resource<{ readonly id: string }>({ type: 'commits', attributes: {} })),
  handle: (_context, { query: { page } }) => emptyPage(page),
});

const showById = route('GET', '/registry-modules/:module_id', {
  operationId: 'readModuleById',
  summary: 'Show a private module by its identifier',
  description: 'Shows a module with the status of each of its versions.',
  authorise: moduleByIdFor('read'),
  query: { emptyInclude },
  reply: one(moduleResource),
  handle: (context, { subject }) => shownModule(context, subject.row, subject),
});

const addVersion = route('POST', `${ofModule}/versions`, {
  operationId: 'createModuleVersion',
  summary: 'Create a version of a private module',
  description:
    'Creates a version without an archive. The response contains the link to which the archive must be uploaded, and its expiry.',
  authorise: moduleFor('update'),
  payload: versionPayload,
  creates: true,
  reply: unstored(one(versionResource, 201)),
  handle: (context, { actor, subject, input }) =>
    createVersion(context, actor, subject, withoutTagPrefix(input.attributes.version)),
});

const showVersion = route('GET', ofVersion, {
  operationId: 'readModuleVersion',
  summary: 'Show a version of a private module',
  description:
    'Shows the version with the inputs, outputs, providers and resources that its archive declares. If the version has no archive yet, the response contains the upload link for callers who may upload the archive.',
  authorise: versionFor('read'),
  reply: one(versionResource),
  handle: (context, { actor, subject }) => shownVersion(context, actor, subject),
});

const showNamedVersion = route('GET', `${ofModule}/version`, {
  operationId: 'readModuleVersionByQuery',
  summary: 'Show a version given by a query parameter',
  description:
    'Shows the version given by the parameter `module_version`, with the contents that its archive declares.',
  authorise: moduleFor('read'),
  query: { parameters: ['module_version'] },
  reply: one(versionResource),
  // In a query string, a plus sign is decoded as a space. Versions contain no spaces, so each space must have been a
  // plus sign.
  handle: (context, { actor, subject, query: { value } }) =>
    readVersion(context, actor, subject, (value('module_version') ?? '').replaceAll(' ', '+')),
});

const removeVersion = route('DELETE', ofVersion, {
  operationId: 'deleteModuleVersion',
  summary: 'Delete a version of a private module',
  description:
    'Deletes the version with its archive. If this is the last version of the module, the module is deleted, too.',
  authorise: versionFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteVersion(context, actor, subject),
});

const remove = route('DELETE', ofModule, {
  operationId: 'deleteModule',
  summary: 'Delete a private module for one provider',
  description: 'Deletes the module of this name and provider with all its versions.',
  authorise: moduleFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteModule(context, actor, subject),
});

const removeNamed = route('DELETE', ofName, {
  operationId: 'deleteModulesByName',
  summary: 'Delete a private module for every provider',
  description: 'Deletes all modules with this name, for all providers, with all their versions.',
  authorise: namespaceFor('delete'),
  reply: nothing,
  handle: (context, { actor, subject, params }) => deleteModulesNamed(context, actor, subject, params),
});

const older = '/registry-modules';
const olderModule = ':organization_name/:module_name/:module_provider';
const olderRemoval = `${older}/actions/delete/:organization_name/:module_name`;

export const registryRoutes = [
  ...moduleUpdateRoutes,
  ...publicModuleRoutes,
  list,
  create,
  listNamed,
  show,
  updateOf(ofModule, {
    operationId: 'updateModule',
    summary: 'Change a private module',
    authorise: moduleFor('update'),
  }),
  commits,
  alias(commits, { path: `${older}/${olderModule}/commits` }),
  alias(show, { path: `${older}/show/${olderModule}` }),
  showById,
  addVersion,
  alias(addVersion, { path: `${older}/${olderModule}/versions` }),
  showNamedVersion,
  showVersion,
  removeVersion,
  remove,
  removeNamed,
  alias(removeVersion, { method: 'POST', path: `${olderRemoval}/:module_provider/:module_version` }),
  alias(remove, { method: 'POST', path: `${olderRemoval}/:module_provider` }),
  alias(removeNamed, { method: 'POST', path: olderRemoval }),
];
