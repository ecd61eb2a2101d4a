import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { requireCurrentOf } from '../../../http/etag.ts';
import { guarded, many, nothing, one } from '../../../http/reply.ts';
import { type PathParameters, route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Reference, Text } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { parameterOverrides } from './entity.ts';
import { overrideList } from './override-store.ts';
import { createOverride, deleteOverride, getOverride, overrideRecord, updateOverride } from './overrides.ts';
import { overrideResource } from './resource.ts';
import { ofParameter, parameterFor } from './routes.ts';

const ofParameterOverrides = `${ofParameter}/overrides` as const;
const ofOverride = `${ofParameterOverrides}/:override_id` as const;

const type = 'parameter-overrides';

const list = route('GET', ofParameterOverrides, {
  operationId: 'listPolicySetParameterOverrides',
  summary: 'List the overrides of a parameter',
  description:
    'Overrides for projects come first, then those for tags, then those for workspaces. The value of an override of a sensitive parameter is null.',
  authorise: parameterFor('read'),
  query: { ...overrideList.query, include: ['workspace', 'project'] },
  reply: many(overrideResource),
  handle: ({ database }, { subject: { parameter }, query }) =>
    overrideList.read(database, query, { parameter: parameter.id }),
});

const create = route('POST', ofParameterOverrides, {
  operationId: 'createPolicySetParameterOverride',
  summary: 'Create an override of a parameter',
  description:
    'Replaces the value of the parameter in one place: in a workspace (the relationship `workspace`), in the workspaces of a project (the relationship `project`), or in the workspaces with a tag (`tag-key`, and `tag-value` for a single value of the tag). If several overrides apply to a workspace, an override for the workspace takes precedence over overrides for tags, and overrides for tags take precedence over an override for the project. Overrides affect only evaluations of registered workspaces. A parameter can have at most 1,000 overrides, and all parameters of a policy set together can have at most 10,000.',
  authorise: parameterFor('update'),
  payload: documentPayload({
    type,
    attributes: Type.Object({ ...parameterOverrides.create, value: Text() }),
    relationships: Type.Object({
      workspace: Type.Optional(Reference('workspaces')),
      project: Type.Optional(Reference('projects')),
    }),
  }),
  creates: true,
  reply: one(overrideResource, 201),
  handle: (context, { actor, subject, input: { attributes, relationships } }) =>
    createOverride(context, actor, subject, {
      workspace: relationships.workspace?.data.id ?? null,
      project: relationships.project?.data.id ?? null,
      tagKey: attributes['tag-key'] ?? null,
      tagValue: attributes['tag-value'] ?? null,
      value: attributes.value,
    }),
});

/** Finds an override if the caller may read or update the policy set of its parameter. */
const overrideFor =
  (action: 'read' | 'update') => async (context: Context, actor: Actor, params: PathParameters<typeof ofOverride>) =>
    getOverride(context, await parameterFor(action)(context, actor, params), params.override_id);

const show = route('GET', ofOverride, {
  operationId: 'readPolicySetParameterOverride',
  summary: 'Show an override of a parameter',
  description:
    'Shows the workspace, project or tag of the override. The value of an override of a sensitive parameter is null.',
  authorise: overrideFor('read'),
  reply: guarded(one(overrideResource), overrideRecord),
  handle: (_context, { subject }) => subject.override,
});

const update = route('PATCH', ofOverride, {
  operationId: 'updatePolicySetParameterOverride',
  summary: 'Change the value of an override',
  description:
    'The workspace, project or tag of an override cannot be changed. To change it, delete the override and create another override.',
  authorise: overrideFor('update'),
  payload: documentPayload({ type, attributes: Type.Object({ value: Type.Optional(Text()) }) }),
  failures: [412],
  reply: guarded(one(overrideResource), overrideRecord),
  handle: (context, { actor, subject, input: { attributes }, request }) =>
    updateOverride(context, actor, subject, { ...attributes, requireCurrent: requireCurrentOf(request) }),
});

const remove = route('DELETE', ofOverride, {
  operationId: 'deletePolicySetParameterOverride',
  summary: 'Delete an override of a parameter',
  description:
    'After the deletion, evaluations use the override with the next highest precedence or, if no other override applies, the value of the parameter.',
  authorise: overrideFor('update'),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteOverride(context, actor, subject),
});

export const overrideRoutes = [list, create, show, update, remove];
