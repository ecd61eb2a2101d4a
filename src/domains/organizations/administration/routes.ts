import { administration } from '../../../http/callers.ts';
import { many, manyOrAll, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { identifiersPayload } from '../../../jsonapi/payload.ts';
import { deleteOrganization } from '../organizations/organizations.ts';
import { administered, listConsumers, setConsumers, updateAdministered } from './administration.ts';
import { updatePayload } from './input.ts';
import { administeredResource } from './resource.ts';
import { administeredList, consumerList } from './store.ts';

const ofInstance = '/admin/organizations';
const ofOrganization = `${ofInstance}/:organization_name` as const;
const ofConsumers = `${ofOrganization}/relationships/module-consumers` as const;
const include = ['owners'];

const list = route('GET', ofInstance, {
  operationId: 'listAllOrganizations',
  summary: 'List all organizations of the instance',
  description:
    'Organizations are sorted by name. `q` searches names and e-mail addresses. Site administrators do not get access to the contents of the organizations.',
  ...administration,
  query: { ...administeredList.query, include },
  reply: many(administeredResource),
  handle: ({ database }, { query }) => administeredList.read(database, query, {}),
});

const show = route('GET', ofOrganization, {
  operationId: 'readAdministeredOrganization',
  summary: 'Show any organization',
  description:
    'Shows the attributes of an organization that site administrators may change. If a timeout is null, the timeout of the instance applies.',
  ...administered,
  query: { include },
  reply: one(administeredResource),
  handle: (_context, { subject }) => subject,
});

const update = route('PATCH', ofOrganization, {
  operationId: 'updateAdministeredOrganization',
  summary: 'Change any organization',
  description:
    'Changes the timeouts, whether all organizations may use the modules, and the maximum number of workspaces. Attributes that this service cannot enforce, such as `is-disabled`, are refused.',
  ...administered,
  payload: updatePayload,
  reply: one(administeredResource),
  handle: (context, { actor, subject, input }) => updateAdministered(context, actor, subject, input.attributes),
});

const remove = route('DELETE', ofOrganization, {
  operationId: 'deleteAdministeredOrganization',
  summary: 'Delete any organization',
  description: 'Deletes the organization and everything in it: policies, modules, teams, memberships and tokens.',
  ...administered,
  reply: nothing,
  handle: (context, { actor, subject }) => deleteOrganization(context, actor, subject),
});

const consumers = route('GET', ofConsumers, {
  operationId: 'listModuleConsumers',
  summary: 'List the organizations that may use the modules of an organization',
  description: 'Organizations are sorted by name. Without page parameters, the response contains the complete list.',
  ...administered,
  query: consumerList.query,
  reply: manyOrAll(administeredResource),
  handle: (context, { subject, query }) => listConsumers(context, subject, query),
});

const share = route('PATCH', ofConsumers, {
  operationId: 'updateModuleConsumers',
  summary: 'Set the organizations that may use the modules of an organization',
  description:
    'Replaces the list of organizations. Each identifier is the name of an organization. If the modules are shared with all organizations, that sharing ends.',
  ...administered,
  payload: identifiersPayload('organizations'),
  reply: nothing,
  handle: (context, { actor, subject, input }) => setConsumers(context, actor, subject, input),
});

export const administrationRoutes = [list, show, update, remove, consumers, share];
