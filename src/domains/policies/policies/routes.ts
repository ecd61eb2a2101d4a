import { download, many, nothing, one } from '../../../http/reply.ts';
import { includable, type RouteFactory, route } from '../../../http/route.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { managedPolicy, requirePolicyCreator, requirePolicyManager } from './access.ts';
import { downloadCode, uploadCode } from './code.ts';
import { createPayload, policyFrom, updatePayload } from './input.ts';
import { createPolicy, deletePolicy, findPoliciesByIds, listPolicies, updatePolicy } from './policies.ts';
import { createdPolicyResource, policyResource } from './resource.ts';
import { sortOrders } from './store.ts';

const ofOrganization = '/organizations/:organization_name/policies';
const ofPolicy = '/policies/:policy_id';

const list: RouteFactory = (words) =>
  route({
    method: 'GET',
    path: ofOrganization,
    summary: "List an organization's policies",
    caller: 'token',
    authorise: (context, actor, { organization_name }) => requirePolicyManager(context, actor, organization_name),
    query: { paginated: true, search: ['name'], filter: ['kind'], sort: sortOrders, include: ['policy-sets'] },
    reply: many(policyResource(words)),
    handle: (context, { subject, query }) => listPolicies(context, subject.organization, query),
  });

const create: RouteFactory = (words) =>
  route({
    method: 'POST',
    path: ofOrganization,
    summary: 'Create a policy; its code is uploaded afterwards',
    caller: 'token',
    authorise: (context, actor, { organization_name }) => requirePolicyCreator(context, actor, organization_name),
    payload: createPayload(words),
    reply: one(createdPolicyResource(words)),
    handle: (context, { actor, subject, input }) =>
      createPolicy(context, actor, subject.organization, policyFrom(words, input)),
  });

const show: RouteFactory = (words) =>
  route({
    method: 'GET',
    path: ofPolicy,
    summary: 'Show a policy',
    caller: 'token',
    authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
    query: { include: ['policy-sets'] },
    reply: one(policyResource(words)),
    handle: (_context, { subject }) => subject,
  });

const update: RouteFactory = (words) =>
  route({
    method: 'PATCH',
    path: ofPolicy,
    summary: "Change a policy's description, query or enforcement level",
    caller: 'token',
    authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
    payload: updatePayload,
    reply: one(policyResource(words)),
    handle: (context, { actor, subject, input }) => updatePolicy(context, actor, subject, input.attributes),
  });

const remove: RouteFactory = () =>
  route({
    method: 'DELETE',
    path: ofPolicy,
    summary: 'Delete a policy with its code',
    caller: 'token',
    authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
    reply: nothing,
    handle: (context, { actor, subject }) => deletePolicy(context, actor, subject),
  });

const upload: RouteFactory = (words) =>
  route({
    method: 'PUT',
    path: `${ofPolicy}/upload`,
    summary: "Upload a policy's code, at most 10 MiB",
    caller: 'token',
    authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
    isUpload: true,
    reply: one(policyResource(words)),
    handle: (context, { actor, subject, stream }) => uploadCode(context, actor, subject, stream),
  });

const code: RouteFactory = () =>
  route({
    method: 'GET',
    path: `${ofPolicy}/download`,
    summary: "Download a policy's code as it was uploaded",
    caller: 'token',
    authorise: (context, actor, { policy_id }) => managedPolicy(context, actor, policy_id),
    reply: download,
    handle: (context, { actor, subject }) => downloadCode(context, actor, subject),
  });

export const policyRoutes: readonly RouteFactory[] = [list, create, show, update, remove, upload, code];

export const includablePolicies = (words: Vocabulary) => includable(policyResource(words), findPoliciesByIds);
