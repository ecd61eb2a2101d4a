import { Type } from 'typebox';
import type { Reply } from '../../../http/reply.ts';
import { type RequestParts, route } from '../../../http/route.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import { firstAdministrator } from '../users/input.ts';
import { createInitialAdmin, unspentToken } from './initial-admin.ts';

const plainAnswer = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** Response format that the installers of Terraform Enterprise read. It is not JSON:API. */
const initialAdminReply: Reply<string> = {
  status: 200,
  mediaType: 'application/json',
  schema: () => Exactly({ status: Type.Literal('created'), token: Type.String() }),
  failure: Exactly({ status: Type.Literal('error'), error: Type.String() }),
  render: (token) => ({ status: 200, headers: plainAnswer, body: JSON.stringify({ status: 'created', token }) }),
  refuse: ({ status, problems, headers }) => {
    const sentence = problems.map(({ detail }) => detail).join('. ');
    const error = sentence || 'The token is not valid or was already used';
    return { status, headers: { ...headers, ...plainAnswer }, body: JSON.stringify({ status: 'error', error }) };
  },
};

const tokenIn = ({ parameters, headers }: RequestParts): string =>
  parameters.get('token') ?? /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';

const create = route('POST', '/admin/initial-admin-user', {
  rateLimit: 'refusals',
  isRoot: true,
  operationId: 'createInitialAdmin',
  summary: 'Create the first administrator',
  description:
    'Takes the one-time token that the service prints at its first start, and returns an API token for the new administrator. The one-time token works only once.',
  caller: 'anyone',
  authorise: (context, _actor, _params, request) => unspentToken(context, tokenIn(request)),
  query: { parameters: ['token'] },
  payload: firstAdministrator,
  reply: initialAdminReply,
  failures: [401],
  handle: (context, { actor, subject: token, input }) => createInitialAdmin(context, { token, actor }, input),
});

export const initialAdminRoutes = [create];
