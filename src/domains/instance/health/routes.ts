import { Type } from 'typebox';
import type { Describe } from '../../../http/openapi.ts';
import { recordedExchanges } from '../../../http/openapi-examples.ts';
import { nothing, type Reply } from '../../../http/reply.ts';
import { type Route, route } from '../../../http/route.ts';
import { sessionCookieName } from '../../../http/session-cookie.ts';
import { neutral } from '../../../jsonapi/vocabulary.ts';
import { version } from '../../../lib/version.ts';
import { health, ready } from './health.ts';

const ping = route('GET', '/ping', {
  rateLimit: 'none',
  operationId: 'ping',
  summary: 'Check that the API answers',
  description: 'Answers 204 without a body. It needs no token and does not count against the rate limit.',
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

/** The description of every route, including this one; it is written at the first request. */
export const descriptionRoute = (describe: Describe): Route => {
  let written: string | undefined;
  return route('GET', '/openapi.json', {
    operationId: 'readApiDescription',
    summary: 'Show the description of this API',
    description: 'This document: OpenAPI 3.1 in JSON, generated from the same values that the server serves.',
    caller: 'anyone',
    reply: descriptionReply,
    handle: async ({ baseUrl, vocabulary }) => {
      const sessionCookie = sessionCookieName(baseUrl());
      const exchanges = vocabulary === neutral ? await recordedExchanges() : {};
      written ??= JSON.stringify(describe({ version, sessionCookie, exchanges }));
      return written;
    },
  });
};

export const discoveryRoutes = [ping, health, ready];
