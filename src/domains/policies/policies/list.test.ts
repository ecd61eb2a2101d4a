import assert from 'node:assert/strict';
import { namesIn, onePage } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

/** Lists an organization's policies with the given query string. */
const list = ({ client, name }: Home, query = '') => client.get(`/organizations/${name}/policies?${query}`);

const newPolicies = async (home: Home, names: readonly string[], attributes: object = {}): Promise<void> => {
  for (const name of names) await newPolicy(home, name, attributes);
};

onEachEngine('An empty list has one empty page', async (world) => {
  const home = await world.home();

  const listed = await list(home);

  assert.equal(listed.status, 200);
  assert.deepEqual(listed.body.data, []);
  assert.equal(Object.hasOwn(listed.body, 'included'), false);
  assert.deepEqual(listed.body.meta.pagination, onePage(0));
});

onEachEngine('Only policies of the organization are listed, sorted by name, with capitals first', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  await newPolicies(home, ['b', '_', 'B', 'a', '-', 'A', '9']);
  await newPolicies(other, ['elsewhere']);

  const listed = await list(home);

  assert.deepEqual(namesIn(listed), ['-', '9', 'A', 'B', '_', 'a', 'b']);
});

onEachEngine('A policy in a list has the same attributes as when it is shown', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'one', { kind: 'opa', query: 'data.deny' });
  await newPolicySet(home, 'set', { kind: 'opa' }, [id]);

  const listed = await list(home);
  const shown = await home.client.get(`/policies/${id}`);

  assert.deepEqual(listed.body.data, [shown.body.data]);
  assert.deepEqual(Object.keys(shown.body.data.links), ['self', 'upload', 'download']);
});

onEachEngine('Pages have 20 policies by default, and at most 100', async (world) => {
  const home = await world.home();
  const names = Array.from({ length: 103 }, (_, index) => `p-${String(index).padStart(3, '0')}`);
  await newPolicies(home, names);

  const [first, second, large, last] = await Promise.all([
    list(home),
    list(home, 'page[number]=2'),
    list(home, 'page[size]=1000'),
    list(home, 'page%5Bsize%5D=100&page%5Bnumber%5D=2'),
  ]);

  assert.deepEqual(namesIn(first), names.slice(0, 20));
  assert.deepEqual(first.body.meta.pagination, {
    'current-page': 1,
    'page-size': 20,
    'prev-page': null,
    'next-page': 2,
    'total-pages': 6,
    'total-count': 103,
  });
  assert.deepEqual(namesIn(second), names.slice(20, 40));
  assert.deepEqual(namesIn(large), names.slice(0, 100));
  assert.equal(large.body.meta.pagination['page-size'], 100);
  assert.deepEqual(namesIn(last), names.slice(100));
  assert.deepEqual(last.body.meta.pagination, {
    'current-page': 2,
    'page-size': 100,
    'prev-page': 1,
    'next-page': null,
    'total-pages': 2,
    'total-count': 103,
  });
});

onEachEngine('Invalid page numbers and sizes fall back to the default', async (world) => {
  const home = await world.home();
  await newPolicies(home, ['a', 'b', 'c']);
  const nonsense = ['0', '-1', 'two', '1.5', '', '1e3', '%00', '%F0%28', '0x1'];

  for (const value of nonsense) {
    const listed = await list(home, `page[number]=${value}&page[size]=${value}`);

    assert.equal(listed.status, 200, value);
    assert.deepEqual(namesIn(listed), ['a', 'b', 'c'], value);
    assert.equal(listed.body.meta.pagination['current-page'], 1, value);
    assert.equal(listed.body.meta.pagination['page-size'], 20, value);
  }
});

onEachEngine('A page beyond the end is empty, has its number, and links to the last page', async (world) => {
  const home = await world.home();
  await newPolicies(home, ['a', 'b', 'c']);

  const [near, far] = await Promise.all([
    list(home, 'page[size]=2&page[number]=3'),
    list(home, `page[size]=2&page[number]=${Number.MAX_SAFE_INTEGER}`),
  ]);

  assert.deepEqual([near.status, far.status], [200, 200]);
  assert.deepEqual([near.body.data, far.body.data], [[], []]);
  assert.deepEqual(near.body.meta.pagination, {
    'current-page': 3,
    'page-size': 2,
    'prev-page': 2,
    'next-page': null,
    'total-pages': 2,
    'total-count': 3,
  });
  assert.equal(far.body.meta.pagination['current-page'], Number.MAX_SAFE_INTEGER);
  assert.equal(far.body.meta.pagination['prev-page'], 2);
});

onEachEngine(
  'The links of a page are absolute from the base URL and keep every other parameter',
  async (world) => {
    const home = await world.home();
    await newPolicies(home, ['a1', 'a2', 'a3']);
    const query = 'page[size]=1&page[number]=2&search[name]=a&sort=-name&other=%C3%A4%20b';

    const listed = await home.client.get(`/organizations/${home.name}/policies?${query}`, {
      headers: { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'http' },
    });

    const at = (number: number) => {
      const kept = 'page[size]=1&search[name]=a&sort=-name&other=%C3%A4%20b';
      return `https://tipstaff.example.com/api/v2/organizations/${home.name}/policies?${kept}&page[number]=${number}`;
    };
    const links: Record<string, string | null> = listed.body.links;
    const readable = Object.entries(links).map(([name, link]) => [
      name,
      link?.replaceAll('%5B', '[').replaceAll('%5D', ']'),
    ]);
    assert.deepEqual(Object.fromEntries(readable), {
      self: at(2),
      first: at(1),
      prev: at(1),
      next: at(3),
      last: at(3),
    });
  },
  { environment: { TIPSTAFF_BASE_URL: 'https://tipstaff.example.com' } },
);

onEachEngine('The first page has no previous page, and the last page has no next page', async (world) => {
  const home = await world.home();
  await newPolicies(home, ['a', 'b']);

  const [first, last] = await Promise.all([list(home, 'page[size]=1'), list(home, 'page[size]=1&page[number]=2')]);

  assert.equal(first.body.links.prev, null);
  assert.equal(first.body.links.next, first.body.links.last);
  assert.equal(last.body.links.next, null);
  assert.equal(last.body.links.prev, last.body.links.first);
});

onEachEngine('A search matches any part of a name regardless of case, and matches % and _ literally', async (world) => {
  const home = await world.home();
  await newPolicies(home, ['No-Public-Buckets', 'no_public_ips', 'tags']);
  const search = async (word: string) => namesIn(await list(home, `search[name]=${encodeURIComponent(word)}`));

  assert.deepEqual(await search('PUBLIC'), ['No-Public-Buckets', 'no_public_ips']);
  assert.deepEqual(await search('no-pub'), ['No-Public-Buckets']);
  assert.deepEqual(await search('_public'), ['no_public_ips']);
  assert.deepEqual(await search('_'), ['no_public_ips']);
  assert.deepEqual(await search('%'), []);
  assert.deepEqual(await search('n%p'), []);
  assert.deepEqual(await search('\\'), []);
  assert.deepEqual(await search("' or 1=1 --"), []);
  assert.deepEqual(await search('tags'), ['tags']);
  assert.deepEqual(await search('tags '), []);
});

onEachEngine('An empty search is ignored, and a search that no name can match finds nothing', async (world) => {
  const home = await world.home();
  await newPolicies(home, ['a', 'a'.repeat(255)]);
  const search = async (value: string) => namesIn(await list(home, `search[name]=${value}`));

  assert.deepEqual(await search(''), ['a', 'a'.repeat(255)]);
  assert.deepEqual(await search('a'.repeat(255)), ['a'.repeat(255)]);
  assert.deepEqual(await search('a'.repeat(256)), []);
  assert.deepEqual(await search('a%00'), []);
  assert.deepEqual(await search('%00'), []);
  assert.deepEqual(await search('%ED%A0%80'), []);
});

onEachEngine('The number of policies reflects search and filter', async (world) => {
  const home = await world.home();
  await newPolicies(home, ['tag-1', 'tag-2', 'ips']);
  await newPolicies(home, ['tag-3', 'net'], { kind: 'opa' });
  const total = async (query: string) => (await list(home, query)).body.meta.pagination['total-count'];

  assert.equal(await total(''), 5);
  assert.equal(await total('filter[kind]=native'), 3);
  assert.equal(await total('filter[kind]=opa'), 2);
  assert.equal(await total('search[name]=tag'), 3);
  assert.equal(await total('search[name]=tag&filter[kind]=opa'), 1);
  assert.equal(await total('search[name]=tag&filter[kind]=native&page[size]=1'), 2);
});

onEachEngine(
  'A filter by kind selects that kind, an unknown kind selects nothing, and an empty filter is ignored',
  async (world) => {
    const home = await world.home();
    await newPolicies(home, ['n']);
    await newPolicies(home, ['o'], { kind: 'opa' });
    const search = async (value: string) => namesIn(await list(home, `filter[kind]=${value}`));

    assert.deepEqual(await search('native'), ['n']);
    assert.deepEqual(await search('opa'), ['o']);
    assert.deepEqual(await search('OPA'), []);
    assert.deepEqual(await search('other'), []);
    assert.deepEqual(await search('%00'), []);
    assert.deepEqual(await search(''), ['n', 'o']);
    assert.deepEqual(namesIn(await list(home, 'filter[kind]=opa&filter[kind]=native')), ['n']);
  },
);

onEachEngine('Policies are sorted by name or by last change, in either direction', async (world) => {
  const home = await world.home();
  const [a, b, c] = [await newPolicy(home, 'a'), await newPolicy(home, 'b'), await newPolicy(home, 'c')];
  await newPolicy(home, 'd');
  for (const id of [c, a, b]) {
    world.advance(1_000);
    await home.client.patch(`/policies/${id}`, policyDocument({ description: 'Changed.' }));
  }
  const sorted = async (query: string) => namesIn(await list(home, query));

  assert.deepEqual(await sorted('sort=name'), ['a', 'b', 'c', 'd']);
  assert.deepEqual(await sorted('sort=-name'), ['d', 'c', 'b', 'a']);
  assert.deepEqual(await sorted('sort=updated-at'), ['d', 'c', 'a', 'b']);
  assert.deepEqual(await sorted('sort=-updated-at'), ['b', 'a', 'c', 'd']);
  assert.deepEqual(await sorted('sort='), ['a', 'b', 'c', 'd']);
  assert.deepEqual(await sorted('sort=-updated-at&filter[kind]=native&search[name]=a'), ['a']);
});

onEachEngine('Policies are sorted by level, and those of one level by name', async (world) => {
  const home = await world.home();
  await newPolicies(home, ['c', 'a'], { kind: 'opa', 'enforcement-level': 'mandatory' });
  await newPolicies(home, ['b'], { kind: 'opa', 'enforcement-level': 'advisory' });
  const first = (await list(home, 'sort=-enforcement-level&page[size]=1')).body;
  const next = `sort=-enforcement-level&page[size]=1&page[after]=${first.meta.cursors.after}`;

  assert.deepEqual(namesIn(await list(home, 'sort=enforcement-level')), ['b', 'a', 'c']);
  assert.deepEqual(namesIn(await list(home, 'sort=-enforcement-level')), ['c', 'a', 'b']);
  assert.deepEqual(namesIn(await list(home, next)), ['a']);
});

onEachEngine('Policies that were never changed keep a stable order across pages', async (world) => {
  const home = await world.home();
  const names = ['a', 'b', 'c', 'd', 'e'];
  await newPolicies(home, names);

  const pages = await Promise.all(
    [1, 2, 3].map((number) => list(home, `sort=updated-at&page[size]=2&page[number]=${number}`)),
  );

  assert.deepEqual(pages.flatMap(namesIn).toSorted(), names);
});

onEachEngine('An unknown sort order or include is rejected', async (world) => {
  const home = await world.home();
  const refusal = async (query: string) => {
    const { status, body } = await list(home, query);
    return [status, body.errors];
  };
  const badRequest = (parameter: string, detail: string) => [
    400,
    [{ status: '400', code: 'invalid-parameter', title: 'bad request', detail, source: { parameter } }],
  ];
  const badSort = badRequest(
    'sort',
    'Invalid sort parameter; it must be one of name, -name, updated-at, -updated-at, enforcement-level, -enforcement-level',
  );
  const badInclude = badRequest('include', 'Invalid include parameter');

  assert.deepEqual(await refusal('sort=kind'), badSort);
  assert.deepEqual(await refusal('sort=name,-name'), badSort);
  assert.deepEqual(await refusal('include=organization'), badInclude);
  assert.deepEqual(await refusal('include=policy_sets,unknown'), badInclude);
  assert.deepEqual(await refusal('include=policy_sets.policies'), badInclude);
});

onEachEngine('Policies are filtered by level, policy set, shadow mode and tests', async (world) => {
  const home = await world.home();
  const opa = { kind: 'opa', query: 'data.a.deny' };
  const a = await newPolicy(home, 'a', { ...opa, 'enforcement-level': 'mandatory' });
  await newPolicy(home, 'b', { ...opa, shadow: true });
  const tested = await newPolicy(home, 'c', opa);
  await home.client.put(`/policies/${tested}/upload`, 'package a\n\ndeny contains "x" if false\n');
  await home.client.put(`/policies/${tested}/tests`, 'package a_test\n\ntest_nothing if true\n');
  const set = await newPolicySet(home, 'baseline', { kind: 'opa' }, [a, tested]);
  const filtered = async (query: string) => namesIn(await list(home, query));

  assert.deepEqual(await filtered('filter[level]=mandatory'), ['a']);
  assert.deepEqual(await filtered('filter[level]=advisory'), ['b', 'c']);
  assert.deepEqual(await filtered(`filter[policy-set]=${set}`), ['a', 'c']);
  assert.deepEqual(await filtered('filter[policy-set]=polset-0000000000000000'), []);
  assert.deepEqual(await filtered('filter[introduction]=enforce'), ['a', 'c']);
  assert.deepEqual(await filtered('filter[shadow]=true'), ['b']);
  assert.deepEqual(await filtered('filter[shadow]=false'), ['a', 'c']);
  assert.deepEqual(await filtered('filter[tests]=true'), ['c']);
  assert.deepEqual(await filtered(`filter[tests]=false&filter[policy-set]=${set}&sort=-name`), ['a']);
});

onEachEngine('Unknown parameters are ignored', async (world) => {
  const home = await world.home();
  await newPolicies(home, ['a']);

  const listed = await list(home, 'filter[other]=x&search[kind]=x&q=x&__proto__=x&constructor=x');

  assert.equal(listed.status, 200);
  assert.deepEqual(namesIn(listed), ['a']);
});

onEachEngine('An include contains each linked policy set once', async (world) => {
  const home = await world.home();
  const [a, b] = [await newPolicy(home, 'a'), await newPolicy(home, 'b')];
  await newPolicy(home, 'c');
  const [both, one] = [await newPolicySet(home, 'both', {}, [a, b]), await newPolicySet(home, 'one', {}, [b])];
  await newPolicySet(home, 'none');

  const [underscore, hyphen, twice, page] = await Promise.all([
    list(home, 'include=policy_sets'),
    list(home, 'include=policy-sets'),
    list(home, 'include=policy_sets,policy-sets'),
    list(home, 'include=policy_sets&page[size]=1'),
  ]);
  const shownSet = await home.client.get(`/policy-sets/${both}`);

  const idsOf = (resources: readonly { id: string }[]) => resources.map(({ id }) => id).toSorted();
  assert.deepEqual(idsOf(underscore.body.included), [both, one].toSorted());
  assert.deepEqual(hyphen.body.included, underscore.body.included);
  assert.deepEqual(twice.body.included, underscore.body.included);
  assert.deepEqual(page.body.included, [shownSet.body.data]);
});

onEachEngine('An include without results is an empty list', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'a');

  const answers = await Promise.all([
    list(home, 'include=policy_sets'),
    home.client.get(`/policies/${id}?include=policy_sets`),
    list(home, 'include='),
  ]);

  assert.deepEqual(
    answers.map(({ body }) => body.included),
    [[], [], undefined],
  );
});
