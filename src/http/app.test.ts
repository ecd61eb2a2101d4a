import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openWorld } from '../../test/support/world.ts';
import { loadShedding } from '../services.ts';
import { buildApp } from './app.ts';
import { showDocument } from './failure.ts';
import { budgetsIn } from './rate-limit.ts';
import { done } from './reply.ts';
import { route } from './route.ts';

test('A request whose client has disconnected is dropped before it is handled', async () => {
  await using world = await openWorld('sqlite');
  const admitted = Promise.withResolvers<undefined>();
  const handled: string[] = [];
  const waiting = route('POST', '/waiting', {
    summary: 'Wait for the credentials',
    caller: 'token',
    reply: done,
    handle: () => {
      handled.push('request');
    },
  });
  const app = buildApp(world.context, {
    routes: [waiting],
    includable: new Map(),
    authenticate: async () => {
      await admitted.promise;
      return { identity: { kind: 'organization', id: 'org-1' }, client: 'org-1' };
    },
    limit: () => undefined,
    budgets: budgetsIn({ take: () => ({ isAllowed: true, limit: 1, remaining: 1, reset: 0 }) }),
    showPage: showDocument,
    pressure: loadShedding(world.context),
    noteAnswer: () => undefined,
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const began = once(app.server, 'request');
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST /api/v2/waiting HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  const [request, response] = await began;

  socket.resetAndDestroy();
  await once(response, 'close');
  admitted.resolve(undefined);
  await app.close();

  assert.ok(request.socket.destroyed);
  assert.deepEqual(handled, []);
});
