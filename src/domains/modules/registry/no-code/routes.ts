import { many, nothing, one } from '../../../../http/reply.ts';
import { includable, route } from '../../../../http/route.ts';
import { runsNothing } from '../../../../jsonapi/errors.ts';
import { pageIn } from '../../../../kernel/page.ts';
import { readableNoCode, removableNoCode, requireNoCodeManager, writableNoCode } from './access.ts';
import { createPayload, updatePayload } from './input.ts';
import {
  createNoCode,
  deleteNoCode,
  findNoCodeByIds,
  findOptionsByIds,
  offeredVariables,
  updateNoCode,
} from './no-code-modules.ts';
import { noCodeResource, optionResource, variableResource } from './resource.ts';

const ofNoCode = '/no-code-modules/:no_code_module_id';
const include = ['variable-options'];

const create = route('POST', '/organizations/:organization_name/no-code-modules', {
  operationId: 'createNoCodeModule',
  summary: 'Offer a module to people who write no configuration',
  description: 'Says which version of the module they get, and what they may choose for its variables.',
  authorise: (context, actor, { organization_name }) => requireNoCodeManager(context, actor, organization_name),
  query: { include },
  payload: createPayload,
  creates: true,
  reply: one(noCodeResource, 201),
  handle: (context, { actor, subject, input: { attributes, relationships } }) =>
    createNoCode(context, actor, subject, {
      attributes,
      moduleId: relationships['registry-module']?.data.id,
      options: relationships['variable-options']?.data,
    }),
});

const show = route('GET', ofNoCode, {
  operationId: 'readNoCodeModule',
  summary: 'Show a no-code module',
  description: 'Shows which version of the module is offered, and leads to what people may choose.',
  authorise: (context, actor, { no_code_module_id }) => readableNoCode(context, actor, no_code_module_id),
  query: { include },
  reply: one(noCodeResource),
  handle: (_context, { subject }) => subject,
});

const update = route('PATCH', ofNoCode, {
  operationId: 'updateNoCodeModule',
  summary: 'Change a no-code module',
  description: 'Options that the document names replace all; what is left out stays as it is.',
  authorise: (context, actor, { no_code_module_id }) => writableNoCode(context, actor, no_code_module_id),
  query: { include },
  payload: updatePayload,
  reply: one(noCodeResource),
  handle: (context, { actor, subject, input: { attributes, relationships } }) =>
    updateNoCode(context, actor, subject, {
      attributes,
      moduleId: relationships['registry-module']?.data.id,
      options: relationships['variable-options']?.data,
    }),
});

const remove = route('DELETE', ofNoCode, {
  operationId: 'deleteNoCodeModule',
  summary: 'Offer a module no more',
  description: 'The module itself stays in the registry.',
  authorise: (context, actor, { no_code_module_id }) => removableNoCode(context, actor, no_code_module_id),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteNoCode(context, actor, subject),
});

const variables = route('GET', `${ofNoCode}/versions/:module_version/module-variables`, {
  operationId: 'listNoCodeModuleVariables',
  summary: 'List the variables of a version of a no-code module',
  description: "In the order of the module's archive, each with what people may choose.",
  authorise: (context, actor, { no_code_module_id }) => readableNoCode(context, actor, no_code_module_id),
  query: { paginated: true },
  reply: many(variableResource),
  handle: async (context, { subject, params, query: { page } }) =>
    pageIn(await offeredVariables(context, subject, params.module_version), page),
});

const refused = {
  description: 'Answers 422: this service keeps no state and runs nothing.',
  reply: nothing,
  failures: [422],
  handle: (): never => {
    throw runsNothing();
  },
} as const;

const provision = route('POST', `${ofNoCode}/workspaces`, {
  operationId: 'createNoCodeWorkspace',
  summary: 'Refuse to provision a workspace from a no-code module',
  ...refused,
  authorise: (context, actor, { no_code_module_id }) => readableNoCode(context, actor, no_code_module_id),
});

const upgrade = route('POST', `${ofNoCode}/workspaces/:workspace_id/upgrade`, {
  operationId: 'upgradeNoCodeWorkspace',
  summary: 'Refuse to upgrade a workspace of a no-code module',
  ...refused,
  authorise: (context, actor, { no_code_module_id }) => readableNoCode(context, actor, no_code_module_id),
});

export const noCodeRoutes = [create, show, update, remove, variables, provision, upgrade];

export const includableNoCode = [
  includable(noCodeResource, findNoCodeByIds),
  includable(optionResource, findOptionsByIds),
];
