import type { Context } from '../../../context.ts';
import { many, nothing, one } from '../../../http/reply.ts';
import { type PathParameters, route } from '../../../http/route.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { inOrganization, policyRights } from '../access.ts';
import { deleteAllInputs, deleteInput, getInput } from './inputs.ts';
import { inputResource } from './resource.ts';
import { inputList } from './store.ts';

const { 'policy-inputs': rights } = policyRights;
const ofOrganization = '/organizations/:organization_name/policy-inputs';
const ofInput = `${ofOrganization}/:policy_input_id` as const;

const list = route('GET', ofOrganization, {
  operationId: 'listPolicyInputs',
  summary: 'List the recorded inputs of an organization',
  description:
    'Lists the newest inputs first. Inputs are recorded only if the setting `policy-input-retention-days` of the organization is not null. `filter[since]` and `filter[until]` take times in ISO 8601.',
  authorise: inOrganization(rights.read),
  query: inputList.query,
  reply: many(inputResource),
  handle: ({ database }, { subject, query }) =>
    inputList.read(database, query, { organization: subject.organization.id }),
});

/** Finds a recorded input if the caller has the given right. */
const inputFor =
  (right: typeof rights.read) => async (context: Context, actor: Actor, params: PathParameters<typeof ofInput>) => {
    const { organization } = await inOrganization(right)(context, actor, params);
    return getInput(context.database, organization.id, params.policy_input_id);
  };

const show = route('GET', ofInput, {
  operationId: 'readPolicyInput',
  summary: 'Show a recorded input',
  description: 'Shows the metadata of the input. The plan itself is never shown.',
  authorise: inputFor(rights.read),
  reply: one(inputResource),
  handle: (_context, { subject }) => subject,
});

const remove = route('DELETE', ofInput, {
  operationId: 'deletePolicyInput',
  summary: 'Delete a recorded input',
  description: 'Replays that have not evaluated the input yet count it as `missing`.',
  authorise: inputFor(rights.delete),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteInput(context, actor, subject),
});

const removeAll = route('DELETE', ofOrganization, {
  operationId: 'deletePolicyInputs',
  summary: 'Delete all recorded inputs of an organization',
  description:
    'Inputs of later evaluations are still recorded. To stop this, set `policy-input-retention-days` to null.',
  authorise: inOrganization(rights.delete),
  reply: nothing,
  handle: (context, { actor, subject }) => deleteAllInputs(context, actor, subject.organization),
});

export const inputRoutes = [list, show, remove, removeAll];
