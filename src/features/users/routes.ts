import { Type } from 'typebox';
import { one, type Reply } from '../../http/reply.ts';
import { includable, type RouteFactory, route } from '../../http/route.ts';
import { ApiError, notFound, unauthorized } from '../../jsonapi/errors.ts';
import type { Payload } from '../../jsonapi/payload.ts';
import { Exactly } from '../../jsonapi/schema.ts';
import { visibleUser } from './access.ts';
import { createInitialAdmin, isInitialAdminToken } from './initial-admin.ts';
import { firstAdministrator } from './input.ts';
import { userResource } from './resource.ts';
import { findUsersByIds, getUser } from './users.ts';

const show: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/users/:user_id',
    summary:
      'Show an account by its identifier or username: oneself, people of a common organization, or anybody for administrators',
    caller: 'token',
    authorise: (context, actor, { user_id }) => visibleUser(context, actor, user_id),
    reply: one(userResource),
    handle: (_context, { subject }) => subject,
  });

const account: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/account/details',
    summary: "Show the caller's own account",
    caller: 'user',
    reply: one(userResource),
    handle: (context, { actor: { identity } }) => {
      if (identity.kind !== 'user') throw notFound();
      return getUser(context, identity.id);
    },
  });

type Created = { readonly status: 'created'; readonly token: string };
type Refused = { readonly status: 'error'; readonly error: string };

/** This endpoint's own form of answer, which installers of this API family read. */
const initialAdminReply: Reply<Created | (Refused & { readonly code: number })> = {
  status: 200,
  mediaType: 'application/json',
  schema: () => Exactly({ status: Type.Literal('created'), token: Type.String() }),
  failure: Exactly({ status: Type.Literal('error'), error: Type.String() }),
  render: (answer) => {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    if (answer.status === 'created') return { status: 200, headers, body: JSON.stringify(answer) };
    const { status, error, code } = answer;
    return { status: code, headers, body: JSON.stringify({ status, error }) };
  },
};

// The token is looked at before the body, so the body is checked by the handler.
const unchecked: Payload<unknown> = { ...firstAdministrator, check: (value) => value };

const tokenIn = (query: string | undefined, authorization: string | undefined): string =>
  query ?? /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';

const explained = (error: unknown): Refused & { readonly code: number } => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const told = error.problems.map(({ detail }) => detail).join('. ');
  return { status: 'error', error: told || 'The token is not valid or was already used', code: error.status };
};

const createFirst: RouteFactory = () =>
  route({
    method: 'POST',
    path: '/admin/initial-admin-user',
    isRoot: true,
    summary: 'Create the first administrator with the one-time token',
    caller: 'anyone',
    query: { plain: ['token'] },
    payload: unchecked,
    reply: initialAdminReply,
    failures: [401],
    handle: async (context, { actor, input, query, stream }) => {
      const token = tokenIn(query.value('token'), stream.headers.authorization);
      try {
        if (!(await isInitialAdminToken(context, token))) throw unauthorized();
        const created = await createInitialAdmin(context, { token, actor }, firstAdministrator.check(input));
        return { status: 'created', token: created };
      } catch (error) {
        return explained(error);
      }
    },
  });

export const userRoutes: readonly RouteFactory[] = [show, account, createFirst];

export const includableUsers = includable(userResource, findUsersByIds);
