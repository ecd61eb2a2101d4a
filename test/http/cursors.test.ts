// Pagination cursors: positions in a list that stay valid when records before them are added or removed.
import assert from 'node:assert/strict';
import type { Client } from '../support/client.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { onEachEngine } from '../support/world.ts';

interface Listed {
  readonly data: readonly { readonly id: string }[];
  readonly links: Readonly<Record<string, string | null>>;
  readonly meta: {
    readonly pagination?: object;
    readonly cursors: Readonly<Record<'before' | 'after', string | null>>;
  };
}

const get = async (client: Client, path: string): Promise<Listed> => {
  const { status, body } = await client.get(path);
  assert.equal(status, 200, path);
  return body;
};

const idsOf = ({ data }: Listed): readonly string[] => data.map(({ id }) => id);

const withParameter = (path: string, parameter: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`;

/**
 * Returns all ids in a list, read with cursors in pages of two records: forwards from the first page, or backwards from
 * the last record.
 */
const walk = async (client: Client, path: string, side: 'after' | 'before'): Promise<readonly string[]> => {
  const sized = withParameter(path, 'page[size]=2');
  const first = await get(client, sized);
  const last = first.meta.pagination as Readonly<Record<string, number>>;
  const start = side === 'after' ? first : await get(client, `${sized}&page[number]=${last['total-pages']}`);
  const ids = [...idsOf(start)];
  for (let cursor = start.meta.cursors[side]; cursor !== null; ) {
    const page = await get(client, `${sized}&page[${side}]=${cursor}`);
    if (side === 'after') ids.push(...idsOf(page));
    else ids.unshift(...idsOf(page));
    cursor = page.meta.cursors[side];
  }
  return ids;
};

onEachEngine(
  'Cursors lead through every order of a list in both directions, with the same records as its pages',
  async (world) => {
    const home = await world.home();
    const admin = await world.person({ isAdmin: true });
    for (const kind of ['b', 'e', 'a', 'd', 'c']) await newPolicy(home, kind);
    const policies = await get(home.client, `/organizations/${home.name}/policies`);
    await newPolicySet(home, 'set', {}, idsOf(policies));
    for (const id of idsOf(policies).slice(1, 3)) await home.client.put(`/policies/${id}/upload`, 'code');
    for (let index = 0; index < 3; index += 1) await world.person();
    const set = (await get(home.client, `/organizations/${home.name}/policy-sets`)).data[0]?.id;
    const ofOrganization = `/organizations/${home.name}/policies`;
    const lists: readonly (readonly [Client, string])[] = [
      [home.client, ofOrganization],
      [home.client, `${ofOrganization}?sort=-name`],
      [home.client, `${ofOrganization}?sort=updated-at`],
      [home.client, `${ofOrganization}?sort=-updated-at`],
      [home.client, `/policy-sets/${set}/policies`],
      [admin.client, '/admin/users'],
      [admin.client, '/admin/users?q=person'],
      [admin.client, '/admin/users?q=o'],
      [admin.client, '/admin/audit-trail'],
      [admin.client, '/feature-sets'],
    ];

    for (const [client, path] of lists) {
      const whole = idsOf(await get(client, withParameter(path, 'page[size]=100')));
      assert.ok(whole.length > 2, path);
      assert.deepEqual(await walk(client, path, 'after'), whole, path);
      assert.deepEqual(await walk(client, path, 'before'), whole, `${path}, backwards`);
    }
  },
);

onEachEngine(
  'A page at a cursor begins where the last page ended, even if rows before it were deleted',
  async (world) => {
    const home = await world.home();
    for (const name of ['a', 'b', 'c', 'd']) await newPolicy(home, name);
    const list = `/organizations/${home.name}/policies?page[size]=2`;
    const first = await get(home.client, list);
    for (const id of idsOf(first)) await home.client.delete(`/policies/${id}`);

    const next = await get(home.client, `${list}&page[after]=${first.meta.cursors.after}`);

    const names = (next.data as unknown as { attributes: { name: string } }[]).map(({ attributes }) => attributes.name);
    assert.deepEqual(names, ['c', 'd']);
    assert.deepEqual(next.meta.cursors.after, null);
  },
);

onEachEngine(
  'Responses to page numbers also contain cursors, and responses to cursors contain no page numbers',
  async (world) => {
    const home = await world.home();
    for (const name of ['a', 'b', 'c']) await newPolicy(home, name);
    const list = `/organizations/${home.name}/policies?page[size]=1`;

    const second = await get(home.client, `${list}&page[number]=2`);
    const third = await get(home.client, `${list}&page[after]=${second.meta.cursors.after}`);

    assert.deepEqual(Object.keys(second.meta), ['pagination', 'cursors']);
    assert.match(String(second.links.next), /page%5Bnumber%5D=3$/);
    assert.deepEqual(Object.keys(third.meta), ['cursors']);
    assert.deepEqual([third.links.next, third.links.last], [null, null]);
    assert.match(String(third.links.prev), /page\[size\]=1&page%5Bbefore%5D=/);
    assert.ok(!JSON.stringify(third.links).includes('number'));
    const back = await home.client.get(
      new URL(String(third.links.prev)).pathname.replace('/api/v2', '') + new URL(String(third.links.prev)).search,
    );
    assert.deepEqual(idsOf(back.body), idsOf(second));
  },
);

onEachEngine(
  'A cursor of another list, a changed cursor, and a cursor with a page number are refused',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    for (const name of ['a', 'b']) await newPolicy(home, name);
    const list = `/organizations/${home.name}/policies?page[size]=1`;
    const { after } = (await get(home.client, list)).meta.cursors;
    const refused: Readonly<Record<string, string>> = {
      [`/organizations/${other.name}/policies?page[after]=${after}`]: 'is not a cursor of this list',
      [`${list}&sort=-name&page[after]=${after}`]: 'is not a cursor of this list',
      [`${list}&page[after]=${after}x`]: 'is not a cursor of this list',
      [`${list}&page[before]=`]: 'is not a cursor of this list',
      [`${list}&page[after]=%E0%A4%A`]: 'is not a cursor of this list',
      [`${list}&page[after]=${after}&page[number]=1`]: 'cannot be combined with page[number]',
      [`${list}&page[after]=${after}&page[before]=${after}`]: 'cannot be combined with page[before]',
    };

    for (const [path, detail] of Object.entries(refused)) {
      const client = path.includes(other.name) ? other.client : home.client;
      const { status, body } = await client.get(path);
      assert.equal(status, 400, path);
      assert.ok(body.errors[0].detail.includes(detail), body.errors[0].detail);
      assert.match(body.errors[0].source.parameter, /^page\[(after|before)\]$/);
    }
  },
);
