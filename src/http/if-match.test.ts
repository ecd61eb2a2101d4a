import assert from 'node:assert/strict';
import type { Answer } from '../../test/support/answer.ts';
import type { Client } from '../../test/support/client.ts';
import { details, documentOf } from '../../test/support/documents.ts';
import { newParameter, newPolicy, newPolicySet } from '../../test/support/policies.ts';
import { type Home, onEachEngine } from '../../test/support/world.ts';

/** Records that people edit. Each has a path and two attributes to change. */
const records = async (home: Home) =>
  [
    ['policies', `/policies/${await newPolicy(home, 'one')}`, 'description', 'shadow', true],
    ['policy-sets', `/policy-sets/${await newPolicySet(home, 'set')}`, 'description', 'shadow', true],
    ['vars', await newParameter(home, { key: 'limit', value: '2' }), 'value', 'key', 'max'],
    ['organizations', `/organizations/${home.name}`, 'email', 'session-timeout', 60],
  ] as const;

const tagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';

const patch = (client: Client, path: string, json: object, tag?: string) =>
  client.request('PATCH', path, { json, headers: { ...(tag !== undefined && { 'if-match': tag }) } });

onEachEngine('With If-Match a change is made to the record that its sender has read, or not at all', async (world) => {
  const home = await world.home();
  const { client } = home;
  for (const [type, path, text, other, value] of await records(home)) {
    const mine = documentOf(type, { [text]: 'mine@example.com' });
    const first = tagOf(await client.get(path));
    const theirs = await patch(client, path, documentOf(type, { [other]: value }), first);
    const refused = await patch(client, path, mine, first);
    const listed = await patch(client, path, mine, `"else", ${tagOf(theirs)}`);
    const bare = await patch(client, path, mine, tagOf(listed).replace('W/', ''));
    const any = await patch(client, path, mine, '*');
    const none = await patch(client, path, documentOf(type, { [other]: value }));
    const { attributes } = (await client.get(path)).body.data;

    assert.match(first, /^W\/"[\w-]+\.[\w-]+"$/, type);
    const statuses = [theirs, refused, listed, bare, any, none].map(({ status }) => status);
    assert.deepEqual(statuses, [200, 412, 200, 200, 200, 200], type);
    const detail =
      'The record has changed since it was read. Read it again, and send the change again with its new ETag.';
    assert.deepEqual(details(refused), [detail]);
    assert.deepEqual([attributes[text], attributes[other]], ['mine@example.com', value]);
  }
});

onEachEngine('Values that people do not set do not block changes but change the entity tag', async (world) => {
  const home = await world.home();
  const { client } = home;
  const policy = await newPolicy(home, 'one');
  const path = `/policies/${policy}`;

  const before = tagOf(await client.get(path));
  assert.equal((await client.put(`${path}/upload`, 'x = 1')).status, 200);
  const read = await client.request('GET', path, { headers: { 'if-none-match': before } });
  const again = await client.request('GET', path, { headers: { 'if-none-match': tagOf(read) } });
  const changed = await patch(client, path, documentOf('policies', { description: 'new' }), before);

  assert.notEqual(tagOf(read), before);
  assert.deepEqual([read.status, again.status, changed.status], [200, 304, 200]);
});
