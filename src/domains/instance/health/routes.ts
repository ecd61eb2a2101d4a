import { Type } from 'typebox';
import { describeApi } from '../../../http/openapi.ts';
import { nothing, type Reply } from '../../../http/reply.ts';
import { type Includable, type Route, type RouteFactory, route } from '../../../http/route.ts';
import { sessionCookieName } from '../../../http/session-cookie.ts';
import { version } from '../../../lib/version.ts';
import { health, ready } from './health.ts';

const ping: RouteFactory = () =>
  route({
    method: 'GET',
    path: '/ping',
    isUnlimited: true,
    summary: 'Answer that the service is there',
    caller: 'anyone',
    reply: nothing,
    handle: () => undefined,
  });

const descriptionReply: Reply<string> = {
  status: 200,
  mediaType: 'application/json',
  schema: () => Type.Object({ openapi: Type.String(), paths: Type.Object({}) }),
  render: (body) => ({
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
    body,
  }),
};

/** The description of every route, this one included; written at the first question. */
export const descriptionRoute = (routes: () => readonly Route[], includable: readonly Includable[]): Route => {
  let written: string | undefined;
  return route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'Describe this API (OpenAPI 3.1)',
    caller: 'anyone',
    reply: descriptionReply,
    handle: ({ baseUrl }) => {
      const sessionCookie = sessionCookieName(baseUrl());
      written ??= JSON.stringify(describeApi(routes(), includable, { version, sessionCookie }));
      return written;
    },
  });
};

export const discoveryRoutes: readonly RouteFactory[] = [ping, health, ready];
