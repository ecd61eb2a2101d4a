import { aliasOf, type Operation } from '../../../http/operation.ts';
import { many, nothing, one } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import {
  readableModule,
  readableModuleById,
  readableNamespace,
  readableVersion,
  registryReader,
  registryWriter,
  writableModule,
  writableNamespace,
  writableVersion,
} from './access.ts';
import { modulePayload, versionPayload } from './input.ts';
import { createModule, listModules, listModulesNamed, shownModule } from './modules.ts';
import { deleteModule, deleteModulesNamed, deleteVersion } from './removal.ts';
import { createdVersionResource, moduleResource, versionResource } from './resource.ts';
import { createVersion, readVersion } from './versions.ts';

const ofOrganization = '/organizations/:organization_name/registry-modules';
const ofName = `${ofOrganization}/private/:namespace/:module_name` as const;
const ofModule = `${ofName}/:module_provider` as const;
const ofVersion = `${ofModule}/:module_version` as const;
const older = '/registry-modules';
const olderModule = ':organization_name/:module_name/:module_provider';

const query = {
  paginated: true,
  plain: ['q'],
  filter: ['provider', 'registry_name', 'organization_name'],
  choices: { registry_name: ['private', 'public'] },
};

const list: RouteFactory = () =>
  route({
    method: 'GET',
    path: ofOrganization,
    operationId: 'listModules',
    summary: 'List the private modules of an organization',
    description: 'Sorted by name and provider. A module is one name for one provider.',
    caller: 'token',
    authorise: (context, actor, { organization_name }) => registryReader(context, actor, organization_name),
    query,
    reply: many(moduleResource),
    handle: (context, { subject, query: listQuery }) => listModules(context, subject, listQuery),
  });

const create: RouteFactory = () =>
  route({
    method: 'POST',
    path: ofOrganization,
    operationId: 'createModule',
    summary: 'Create a private module',
    description: 'The module has no versions yet. Each version is created and uploaded with requests of its own.',
    caller: 'token',
    authorise: (context, actor, { organization_name }) => registryWriter(context, actor, organization_name),
    payload: modulePayload,
    reply: one(moduleResource, 201),
    handle: (context, { actor, subject, input }) => createModule(context, actor, subject, input.attributes),
  });

const listNamed: RouteFactory = () =>
  route({
    method: 'GET',
    path: ofName,
    operationId: 'listModulesByName',
    summary: 'List the private modules of one name',
    description: 'Lists the modules of this name, each for another provider.',
    caller: 'token',
    authorise: readableNamespace,
    query,
    reply: many(moduleResource),
    handle: (context, { subject, params, query: listQuery }) =>
      listModulesNamed(context, subject, listQuery, params.module_name),
  });

const reading: Operation = {
  operationId: 'readModule',
  summary: 'Show a private module',
  description: 'Finds a module by its name and its provider, and shows it with the status of each of its versions.',
};

const showing = (path: typeof ofModule | `${typeof older}/show/${typeof olderModule}`): RouteFactory => {
  return () =>
    route({
      method: 'GET',
      path,
      ...(path === ofModule ? reading : aliasOf(reading)),
      caller: 'token',
      authorise: readableModule,
      reply: one(moduleResource),
      handle: (context, { subject }) => shownModule(context, subject.module, subject),
    });
};

const showById: RouteFactory = () =>
  route({
    method: 'GET',
    path: `${older}/:module_id`,
    operationId: 'readModuleById',
    summary: 'Show a private module by its identifier',
    description: 'Shows a module with the status of each of its versions.',
    caller: 'token',
    authorise: (context, actor, { module_id }) => readableModuleById(context, actor, module_id),
    reply: one(moduleResource),
    handle: (context, { subject }) => shownModule(context, subject.module, subject),
  });

const creation: Operation = {
  operationId: 'createModuleVersion',
  summary: 'Create a version of a private module',
  description: 'The version has no archive yet. The answer shows the link that the archive is uploaded to.',
};

const creatingVersion = (path: `${typeof ofModule}/versions` | `${typeof older}/${typeof olderModule}/versions`) => {
  const factory: RouteFactory = () =>
    route({
      method: 'POST',
      path,
      ...(path === `${ofModule}/versions` ? creation : aliasOf(creation)),
      caller: 'token',
      authorise: writableModule,
      payload: versionPayload,
      reply: one(createdVersionResource, 201),
      handle: (context, { actor, subject, input }) => createVersion(context, actor, subject, input.attributes.version),
    });
  return factory;
};

const showVersion: RouteFactory = () =>
  route({
    method: 'GET',
    path: ofVersion,
    operationId: 'readModuleVersion',
    summary: 'Show a version of a private module',
    description: 'Shows the version with the inputs, outputs, providers and resources that were read from its archive.',
    caller: 'token',
    authorise: readableVersion,
    reply: one(versionResource),
    handle: (_context, { subject: { module, version } }) => ({ ...version, module }),
  });

const showNamedVersion: RouteFactory = () =>
  route({
    method: 'GET',
    path: `${ofModule}/version`,
    operationId: 'readModuleVersionByQuery',
    summary: 'Show a version that the query names',
    description: 'Shows the version that the parameter `module_version` names, with what was read from its archive.',
    caller: 'token',
    authorise: readableModule,
    query: { plain: ['module_version'] },
    reply: one(versionResource),
    // A plus in a query stands for a space, and no version has spaces.
    handle: (context, { subject, query: { value } }) =>
      readVersion(context, subject, (value('module_version') ?? '').replaceAll(' ', '+')),
  });

const remove = { caller: 'token', reply: nothing } as const;
const olderRemoval = `${older}/actions/delete/:organization_name/:module_name` as const;

const removed = (method: 'DELETE' | 'POST', operation: Operation): Operation =>
  method === 'DELETE' ? operation : aliasOf(operation);

const versionRemoval: Operation = {
  operationId: 'deleteModuleVersion',
  summary: 'Delete a version of a private module',
  description: 'Deletes the version with its archive. The module is deleted with its last version.',
};

const moduleRemoval: Operation = {
  operationId: 'deleteModule',
  summary: 'Delete a private module for one provider',
  description: 'Deletes the module of this name and provider with all its versions.',
};

const nameRemoval: Operation = {
  operationId: 'deleteModulesByName',
  summary: 'Delete a private module for every provider',
  description: 'Deletes all modules of this name, whatever their provider, with all their versions.',
};

const removals: readonly RouteFactory[] = (['DELETE', 'POST'] as const).flatMap((method): RouteFactory[] => [
  () =>
    route({
      ...remove,
      method,
      path: method === 'DELETE' ? ofVersion : `${olderRemoval}/:module_provider/:module_version`,
      ...removed(method, versionRemoval),
      authorise: writableVersion,
      handle: (context, { actor, subject }) => deleteVersion(context, actor, subject),
    }),
  () =>
    route({
      ...remove,
      method,
      path: method === 'DELETE' ? ofModule : `${olderRemoval}/:module_provider`,
      ...removed(method, moduleRemoval),
      authorise: writableModule,
      handle: (context, { actor, subject }) => deleteModule(context, actor, subject),
    }),
  () =>
    route({
      ...remove,
      method,
      path: method === 'DELETE' ? ofName : olderRemoval,
      ...removed(method, nameRemoval),
      authorise: writableNamespace,
      handle: (context, { actor, subject, params }) => deleteModulesNamed(context, actor, subject, params.module_name),
    }),
]);

export const registryRoutes: readonly RouteFactory[] = [
  list,
  create,
  listNamed,
  showing(ofModule),
  showing(`${older}/show/${olderModule}`),
  showById,
  creatingVersion(`${ofModule}/versions`),
  creatingVersion(`${older}/${olderModule}/versions`),
  showNamedVersion,
  showVersion,
  ...removals,
];
