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
import { createVersion, findVersion } from './versions.ts';

const ofOrganization = '/organizations/:organization_name/registry-modules';
const ofName = `${ofOrganization}/private/:namespace/:module_name` as const;
const ofModule = `${ofName}/:module_provider` as const;
const ofVersion = `${ofModule}/:module_version` as const;
const older = '/registry-modules';
const olderModule = ':organization_name/:module_name/:module_provider';

const query = { paginated: true, plain: ['q'], filter: ['provider', 'registry_name', 'organization_name'] };

const list: RouteFactory = () =>
  route({
    method: 'GET',
    path: ofOrganization,
    summary: "List an organization's private modules",
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
    summary: 'Create a private module; its versions are created afterwards',
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
    summary: 'List the private modules of one name, each for another provider',
    caller: 'token',
    authorise: readableNamespace,
    query,
    reply: many(moduleResource),
    handle: (context, { subject, params, query: listQuery }) =>
      listModulesNamed(context, subject, listQuery, params.module_name),
  });

const showing = (path: typeof ofModule | `${typeof older}/show/${typeof olderModule}`): RouteFactory => {
  return () =>
    route({
      method: 'GET',
      path,
      summary: 'Show a private module',
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
    summary: 'Show a private module by its identifier',
    caller: 'token',
    authorise: (context, actor, { module_id }) => readableModuleById(context, actor, module_id),
    reply: one(moduleResource),
    handle: (context, { subject }) => shownModule(context, subject.module, subject),
  });

const creatingVersion = (path: `${typeof ofModule}/versions` | `${typeof older}/${typeof olderModule}/versions`) => {
  const factory: RouteFactory = () =>
    route({
      method: 'POST',
      path,
      summary: 'Create a version of a private module; its archive goes to the link that the answer tells',
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
    summary: 'Show a version of a private module with what its archive tells',
    caller: 'token',
    authorise: readableVersion,
    reply: one(versionResource),
    handle: (_context, { subject: { module, version } }) => ({ ...version, module }),
  });

const showNamedVersion: RouteFactory = () =>
  route({
    method: 'GET',
    path: `${ofModule}/version`,
    summary: 'Show the version of a private module that `module_version` names',
    caller: 'token',
    authorise: readableModule,
    query: { plain: ['module_version'] },
    reply: one(versionResource),
    // A plus in a query stands for a space, and no version has spaces.
    handle: (context, { subject, query: { value } }) =>
      findVersion(context, subject, (value('module_version') ?? '').replaceAll(' ', '+')),
  });

const remove = { caller: 'token', reply: nothing } as const;
const olderRemoval = `${older}/actions/delete/:organization_name/:module_name` as const;

const removals: readonly RouteFactory[] = (['DELETE', 'POST'] as const).flatMap((method): RouteFactory[] => [
  () =>
    route({
      ...remove,
      method,
      path: method === 'DELETE' ? ofVersion : `${olderRemoval}/:module_provider/:module_version`,
      summary: 'Delete a version of a private module, and the module with its last version',
      authorise: writableVersion,
      handle: (context, { actor, subject }) => deleteVersion(context, actor, subject),
    }),
  () =>
    route({
      ...remove,
      method,
      path: method === 'DELETE' ? ofModule : `${olderRemoval}/:module_provider`,
      summary: 'Delete a private module for one provider with all its versions',
      authorise: writableModule,
      handle: (context, { actor, subject }) => deleteModule(context, actor, subject),
    }),
  () =>
    route({
      ...remove,
      method,
      path: method === 'DELETE' ? ofName : olderRemoval,
      summary: 'Delete a private module for every provider',
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
