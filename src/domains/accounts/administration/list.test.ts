// Tests of the list of all accounts in the instance.
import assert from 'node:assert/strict';
import { act, administrator, idsIn, statusCounts } from '../../../../test/support/admin-users.ts';
import type { Answer } from '../../../../test/support/answer.ts';
import type { Client } from '../../../../test/support/client.ts';
import { details, documentOf, onePage } from '../../../../test/support/documents.ts';
import { newMember } from '../../../../test/support/members.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';

const usernamesIn = ({ body }: Answer): readonly string[] =>
  body.data.map(({ attributes }: { attributes: { username: string } }) => attributes.username);

const search = async (client: Client, query: string): Promise<readonly string[]> => {
  const answer = await client.get(`/admin/users?page[size]=100&${query}`);
  assert.equal(answer.status, 200);
  assert.equal(answer.body.meta.pagination['total-count'], answer.body.data.length);
  return usernamesIn(answer);
};

const account = (world: World, username: string, email = `${username}@example.com`) =>
  world.person({ username, email });

/** Creates the administrators `root` and `dan`, and the users `ann`, `bob` and `cid`. Dan and Cid are suspended. */
const household = async (world: World): Promise<Client> => {
  const { client } = await world.person({ username: 'root', email: 'root@example.com', isAdmin: true });
  await account(world, 'bob');
  await account(world, 'Ann');
  const cid = await account(world, 'cid');
  const dan = await world.person({ username: 'dan', email: 'dan@example.com', isAdmin: true });
  for (const { user } of [cid, dan]) await act(client, user.id, 'suspend');
  return client;
};

onEachEngine('Accounts are listed by username, regardless of case', async (world) => {
  const client = await household(world);

  const { body } = await client.get('/admin/users');

  assert.deepEqual(usernamesIn({ body } as Answer), ['Ann', 'bob', 'cid', 'dan', 'root']);
  assert.deepEqual(body.meta, {
    pagination: onePage(5),
    cursors: { before: null, after: null },
    'status-counts': { total: 5, suspended: 2, admin: 2 },
  });
  assert.equal(body.included, undefined);
});

onEachEngine('Pages follow each other without a gap, and their links keep the filters', async (world) => {
  const client = await household(world);

  const first = await client.get('/admin/users?page[size]=2&filter[admin]=maybe');
  const second = await client.get('/admin/users?page%5Bsize%5D=2&page%5Bnumber%5D=2');
  const third = await client.get('/admin/users?page[size]=2&page[number]=3');
  const past = await client.get('/admin/users?page[size]=2&page[number]=9');

  assert.deepEqual([first, second, third, past].map(usernamesIn), [['Ann', 'bob'], ['cid', 'dan'], ['root'], []]);
  const address = `${world.url}/api/v2/admin/users?page[size]=2`;
  assert.deepEqual(first.body.links, {
    self: `${address}&filter[admin]=maybe&page%5Bnumber%5D=1`,
    first: `${address}&filter[admin]=maybe&page%5Bnumber%5D=1`,
    prev: null,
    next: `${address}&filter[admin]=maybe&page%5Bnumber%5D=2`,
    last: `${address}&filter[admin]=maybe&page%5Bnumber%5D=3`,
  });
  assert.deepEqual(third.body.links.prev, `${address}&page%5Bnumber%5D=2`);
  assert.deepEqual(past.body.meta.pagination, {
    'current-page': 9,
    'page-size': 2,
    'prev-page': 3,
    'next-page': null,
    'total-pages': 3,
    'total-count': 5,
  });
});

const filters: Readonly<Record<string, readonly string[]>> = {
  'filter[admin]=true': ['dan', 'root'],
  'filter[admin]=false': ['Ann', 'bob', 'cid'],
  'filter[suspended]=true': ['cid', 'dan'],
  'filter[suspended]=false': ['Ann', 'bob', 'root'],
  'filter[admin]=true&filter[suspended]=true': ['dan'],
  'filter[admin]=true&filter[suspended]=false': ['root'],
  'filter[admin]=false&filter[suspended]=true': ['cid'],
  'filter[admin]=false&filter[suspended]=false': ['Ann', 'bob'],
  'filter[admin]=maybe&filter[suspended]=': ['Ann', 'bob', 'cid', 'dan', 'root'],
  'filter[admin]=TRUE': ['Ann', 'bob', 'cid', 'dan', 'root'],
  'filter[admin]=true&filter[admin]=false': ['Ann', 'bob', 'cid'],
};

onEachEngine(
  'Both filters work alone, together and with a search word, and the counts always cover all accounts',
  async (world) => {
    const client = await household(world);

    for (const [query, usernames] of Object.entries(filters)) {
      assert.deepEqual(await search(client, query), usernames, query);
      const byWord = usernames.filter((name) => `${name}@example.com`.includes('n'));
      assert.deepEqual(await search(client, `q=n&${query}`), byWord, `q=n&${query}`);
      assert.deepEqual(await search(client, `q=EXAMPLE&${query}`), usernames, `q=EXAMPLE&${query}`);
      const { body } = await client.get(`/admin/users?q=cid&${query}`);
      assert.deepEqual(body.meta['status-counts'], { total: 5, suspended: 2, admin: 2 });
    }
  },
);

onEachEngine('People without two-factor authentication are found, alone and with other filters', async (world) => {
  const client = await household(world);
  const [ann] = (await client.get('/admin/users?q=ann')).body.data;
  await world.context.database.transaction((tx) =>
    tx.run((db) =>
      db.updateTable('users').set({ two_factor_confirmed_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', ann.id),
    ),
  );
  await client.post(
    '/admin/users',
    documentOf('users', { username: 'robot', email: 'robot@example.com', 'is-service-account': true }),
  );

  const matches = (query: string) => search(client, query);

  assert.deepEqual(await matches('filter[two-factor]=true'), ['Ann']);
  assert.deepEqual(await matches('filter[two-factor]=false'), ['bob', 'cid', 'dan', 'root']);
  assert.deepEqual(await matches('filter[two-factor]=false&filter[admin]=true'), ['dan', 'root']);
  assert.deepEqual(await matches('filter[two-factor]=false&filter[suspended]=false&q=example'), ['bob', 'root']);
  assert.deepEqual(await matches('filter[two-factor]=true&q=b'), []);
  assert.deepEqual(await matches('filter[two-factor]=maybe'), ['Ann', 'bob', 'cid', 'dan', 'robot', 'root']);
});

onEachEngine('The search finds a literal word in usernames and e-mail addresses, regardless of case', async (world) => {
  const { client } = await world.person({ username: 'root', email: 'root@example.com', isAdmin: true });
  await account(world, 'ann_lee', 'Ann@Here.example');
  await account(world, 'annxlee', 'other%one@there.example');
  await account(world, 'Zoe', 'zoë.ÅNGSTRÖM@müller.example');
  await account(world, 'han', '王小明@例子.example');
  await account(world, 'pixel', '𝒜𝒷𝒸𝒹@example.com');
  await account(world, 'odd', "it's|a+{b}^c@example.com");

  const expected: Readonly<Record<string, readonly string[]>> = {
    ann: ['ann_lee', 'annxlee'],
    ANN_LEE: ['ann_lee'],
    n_l: ['ann_lee'],
    _: ['ann_lee'],
    '%': ['annxlee'],
    'r%o': ['annxlee'],
    '%%%': [],
    ___: [],
    '\\': [],
    'ann\\_lee': [],
    'here.example': ['ann_lee', 'annxlee'],
    'AnN@h': ['ann_lee'],
    'e h': [],
    'lee ann': [],
    Zoë: ['Zoe'],
    ångström: ['Zoe'],
    Ö: ['Zoe'],
    MÜL: ['Zoe'],
    王: ['han'],
    小明: ['han'],
    王小明: ['han'],
    '明@例子': ['han'],
    𝒜: ['pixel'],
    𝒷𝒸𝒹: ['pixel'],
    '"': [],
    '"""': [],
    '" OR "': [],
    'ann" OR "han': [],
    'ann AND lee': [],
    'ann*': [],
    "it's": ['odd'],
    '{b}^': ['odd'],
    'a+{': ['odd'],
    com: ['odd', 'pixel', 'root'],
    '   ': [],
    'example.comx': [],
  };

  for (const [word, usernames] of Object.entries(expected)) {
    assert.deepEqual(await search(client, `q=${encodeURIComponent(word)}`), usernames, word);
  }
  assert.equal((await search(client, 'q=')).length, 7);
  assert.deepEqual(await search(client, `q=${'a'.repeat(256)}`), []);
  assert.deepEqual(await search(client, `q=${encodeURIComponent('👩‍🚀'.repeat(40))}`), []);
  assert.deepEqual(await search(client, 'q=%00'), []);
  assert.deepEqual(await search(client, 'q=%ff%fe'), []);
});

onEachEngine('The search finds a changed name immediately', async (world) => {
  const { client } = await administrator(world);
  const { user, client: own } = await account(world, 'before', 'before@old.example');

  const first = [await search(client, 'q=befor'), await search(client, 'q=new.exa')];
  await own.patch('/account/update', { data: { type: 'users', attributes: { email: 'person@new.example' } } });
  await client.post(`/admin/users/${user.id}/actions/confirm_email`);
  const second = [
    await search(client, 'q=befor'),
    await search(client, 'q=old.exa'),
    await search(client, 'q=new.exa'),
  ];
  await client.delete(`/admin/users/${user.id}`);
  const third = [await search(client, 'q=befor'), await search(client, 'q=new.exa')];

  assert.deepEqual(first, [['before'], []]);
  assert.deepEqual(second, [['before'], [], ['before']]);
  assert.deepEqual(third, [[], []]);
});

const crowd = 1_300;

/** Inserts many accounts, every third one suspended. Returns the number of suspended accounts. */
const insertCrowd = ({ context }: World) =>
  context.database.transaction(async (tx) => {
    const rows = Array.from({ length: crowd }, (_, index) => {
      const name = `crowd-${String(index).padStart(4, '0')}`;
      const is_suspended = index % 3 === 0 ? 1 : 0;
      const names = {
        username: name,
        username_key: name,
        email: `${name}@many.example`,
        email_key: `${name}@many.example`,
      };
      return { id: `user-crowd-${index}`, ...names, is_suspended, created_at: '2026-01-01T00:00:00.000Z' };
    });
    for (let start = 0; start < crowd; start += 100) {
      await tx.run((db) =>
        db.insertInto('users').values(
          rows.slice(start, start + 100).map((row) => ({
            ...row,
            password_hash: null,
            is_admin: 0,
            is_service_account: 0,
            activated_at: null,
          })),
        ),
      );
    }
    const suspended = rows.filter(({ is_suspended }) => is_suspended === 1).length;
    await tx.run((db) =>
      db.updateTable('user_counts').set(({ eb }) => ({
        active_members: eb('active_members', '+', crowd - suspended),
        suspended_members: eb('suspended_members', '+', suspended),
      })),
    );
    return suspended;
  });

onEachEngine(
  'A search with very many matches is counted exactly and paged in order, with filters too',
  async (world) => {
    const { client } = await administrator(world);
    const suspended = await insertCrowd(world);
    const totalOf = async (query: string) => {
      const { body } = await client.get(`/admin/users?page[size]=1&${query}`);
      return body.meta.pagination['total-count'];
    };

    const totals = {
      long: await totalOf('q=many.example'),
      // Usernames from other helpers contain no hyphen, so this search finds only the accounts of `insertCrowd`.
      short: await totalOf('q=d-'),
      suspended: await totalOf('q=many.example&filter[suspended]=true'),
      admins: await totalOf('q=many.example&filter[admin]=true'),
      few: await totalOf('q=crowd-00'),
      fewSuspended: await totalOf('q=crowd-00&filter[suspended]=true'),
      none: await totalOf('q=crowd-13'),
    };
    const pages = [
      await client.get('/admin/users?q=many.example&page[size]=2&page[number]=650'),
      await client.get('/admin/users?q=crowd-00&page[size]=3&page[number]=34'),
      await client.get('/admin/users?page[size]=2&page[number]=600&filter[suspended]=false&filter[admin]=false'),
      await client.get('/admin/users?q=many.example&page[number]=1000'),
    ];

    assert.deepEqual(totals, {
      long: crowd,
      short: crowd,
      suspended,
      admins: 0,
      few: 100,
      fewSuspended: 34,
      none: 0,
    });
    assert.deepEqual(pages.map(usernamesIn), [['crowd-1298', 'crowd-1299'], ['crowd-0099'], [], []]);
    assert.deepEqual(await statusCounts(client), { total: crowd + 1, suspended, admin: 1, listed: crowd + 1 });
  },
);

onEachEngine('A page can include the organizations of its accounts, each once', async (world) => {
  const { client, user: admin } = await administrator(world);
  const home = await world.home();
  const member = await newMember(world, home);

  const answer = await client.get('/admin/users?include=organizations');
  const none = await client.get(`/admin/users?include=organizations&q=${admin.username}`);
  const wrong = await client.get('/admin/users?include=teams');

  const related = answer.body.data.map(
    ({ id, relationships }: { id: string; relationships: { organizations: { data: unknown } } }) => [
      id,
      relationships.organizations.data,
    ],
  );
  const own = [{ id: home.name, type: 'organizations' }];
  assert.deepEqual(Object.fromEntries(related), {
    [admin.id]: [],
    [home.owner.user.id]: own,
    [member.user.id]: own,
  });
  assert.deepEqual(
    answer.body.included.map(({ id }: { id: string }) => id),
    [home.name],
  );
  assert.deepEqual(none.body.included, []);
  assert.equal(idsIn(none)[0], admin.id);
  assert.deepEqual([wrong.status, ...details(wrong)], [400, 'Invalid include parameter']);
});

onEachEngine('Administrators can read any account by identifier or username', async (world) => {
  const { client } = await administrator(world);
  const home = await world.home();
  const { user } = home.owner;

  const shown = await client.get(`/admin/users/${user.id}?include=organizations`);
  const byName = await client.get(`/admin/users/${user.username.toUpperCase()}`);
  const missing = await client.get('/admin/users/nobody');

  assert.equal(shown.status, 200);
  assert.deepEqual(shown.body.data, byName.body.data);
  assert.equal(shown.body.included[0].id, home.name);
  assert.deepEqual(shown.body.data.attributes['two-factor'], { enabled: false, verified: false });
  assert.equal(missing.status, 404);
});

onEachEngine('The list supports conditional requests', async (world) => {
  const { client } = await administrator(world);
  const etag = (await client.get('/admin/users')).headers.get('etag') ?? '';

  const same = await client.get('/admin/users', { headers: { 'if-none-match': etag } });
  await world.person();
  const changed = await client.get('/admin/users', { headers: { 'if-none-match': etag } });

  assert.deepEqual([same.status, changed.status], [304, 200]);
});

onEachEngine("Each account contains the caller's permissions, in lists and as an included resource", async (world) => {
  const home = await world.home();
  const { user, client } = await world.person({ isAdmin: true });
  const permissionsIn = (records: readonly { readonly id: string; readonly attributes: { permissions: object } }[]) =>
    new Map(records.map(({ id, attributes }) => [id, attributes.permissions]));

  const listed = permissionsIn((await client.get('/admin/users')).body.data);
  const memberships = await home.client.get(`/organizations/${home.name}/organization-memberships?include=user`);
  const included = permissionsIn(memberships.body.included);
  const shown = async (by: Client, id: string) => (await by.get(`/users/${id}`)).body.data.attributes.permissions;

  const owner = home.owner.user.id;
  assert.deepEqual(listed.get(user.id), await shown(client, user.id));
  assert.deepEqual(listed.get(owner), await shown(client, owner));
  assert.deepEqual(included.get(owner), await shown(home.client, owner));
  const may = (permissions: object | undefined) => Object.values(permissions ?? {}).filter(Boolean).length;
  assert.deepEqual([may(listed.get(user.id)), may(listed.get(owner)), may(included.get(owner))], [5, 0, 4]);
});
