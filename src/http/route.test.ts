import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terraform } from '../jsonapi/vocabulary.ts';
import { done } from './reply.ts';
import { route, routeIn } from './route.ts';

const listed = route('GET', '/native-versions', { summary: 'List versions', reply: done, handle: () => undefined });

test('A route is served in each vocabulary, and a copy of a route is refused because it is not translated', () => {
  const served = routeIn(listed, terraform);

  assert.equal(served.path, '/api/v2/sentinel-versions');
  assert.throws(
    () => routeIn({ ...listed }, terraform),
    /^Error: GET \/api\/v2\/native-versions is a copy of a route\./,
  );
});
