import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { requireCurrentOf } from '../../../http/etag.ts';
import { guarded, many, nothing, one } from '../../../http/reply.ts';
import { type PathParameters, route } from '../../../http/route.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { policySetFor } from '../policy-sets/access.ts';
import { policySetParameters } from './entity.ts';
import { createParameter, deleteParameter, getParameter, parameterRecord, updateParameter } from './parameters.ts';
import { parameterResource, savedMeta } from './resource.ts';
import { parameterList } from './store.ts';
import { withDeclaredTypes } from './uses.ts';

const ofPolicySet = '/policy-sets/:policy_set_id/parameters';
export const ofParameter = `${ofPolicySet}/:parameter_id` as const;

const value = { value: Type.Optional(Nullable(Text())) };
const category = { category: Type.Optional(Type.Literal('policy-set')) };

const list = route('GET', ofPolicySet, {
  operationId: 'listPolicySetParameters',
  summary: 'List the parameters of a policy set',
  description:
    "Parameters are sorted by key. The value of a sensitive parameter is null. `declared-types` contains the types that the annotations of the set's policies declare. Overrides replace the value in some workspaces; `override-count` is their number.",
  authorise: policySetFor('read'),
  query: parameterList.query,
  reply: many(parameterResource),
  handle: async ({ database }, { subject: { row }, query }) => {
    const page = await parameterList.read(database, query, { policySet: row.id });
    return { ...page, rows: await withDeclaredTypes(database, row, page.rows) };
  },
});

const create = route('POST', ofPolicySet, {
  operationId: 'createPolicySetParameter',
  summary: 'Create a parameter of a policy set',
  description:
    'The policies of the set read the value as `input.parameters.<key>`. An annotation in a policy can declare the type of the parameter (`custom.parameters`). Without a declared type, policies get the JSON value of the text or, if it is not JSON, the text itself. A sensitive value is encrypted, never shown again, and masked in the results of policies. Anybody who may upload code of the set can still read the value with a policy. A policy set can have at most 1,000 parameters.',
  authorise: policySetFor('update'),
  payload: documentPayload({
    type: 'vars',
    attributes: Type.Object({ ...policySetParameters.create, ...value, ...category }),
  }),
  creates: true,
  reply: one(parameterResource, 201, [], savedMeta),
  handle: (context, { actor, subject: { row }, input }) => createParameter(context, actor, row, input.attributes),
});

/** Finds a parameter if the caller may read or update its policy set. */
export const parameterFor =
  (action: 'read' | 'update') => async (context: Context, actor: Actor, params: PathParameters<typeof ofParameter>) =>
    getParameter(context, (await policySetFor(action)(context, actor, params)).row, params.parameter_id);

const show = route('GET', ofParameter, {
  operationId: 'readPolicySetParameter',
  summary: 'Show a parameter of a policy set',
  description: 'Shows the key and the value. The value of a sensitive parameter is null.',
  authorise: parameterFor('read'),
  reply: guarded(one(parameterResource), parameterRecord),
  handle: async ({ database }, { subject: { policySet, parameter } }) =>
    existing((await withDeclaredTypes(database, policySet, [parameter]))[0]),
});

const update = route('PATCH', ofParameter, {
  operationId: 'updatePolicySetParameter',
  summary: 'Change a parameter of a policy set',
  description: 'Changes the key or the value, or makes the parameter sensitive, which cannot be undone.',
  authorise: parameterFor('update'),
  payload: documentPayload({ type: 'vars', attributes: Type.Object({ ...policySetParameters.update, ...value }) }),
  failures: [412],
  reply: guarded(one(parameterResource, 200, [], savedMeta), parameterRecord),
  handle: (context, { actor, subject, input: { attributes }, request }) =>
    updateParameter(context, actor, subject, { ...attributes, requireCurrent: requireCurrentOf(request) }),
});

const remove = route('DELETE', ofParameter, {
  operationId: 'deletePolicySetParameter',
  summary: 'Delete a parameter of a policy set',
  description:
    'Also deletes the overrides of the parameter. In later evaluations, the policies of the set have no value for this key.',
  authorise: parameterFor('update'),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteParameter(context, actor, subject),
});

export const parameterRoutes = [list, create, show, update, remove];
