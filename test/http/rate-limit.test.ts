// Rate limits (decisions §7).
import assert from 'node:assert/strict';
import { offerPasswordLink } from '../../src/domains/accounts/passwords/links.ts';
import { issueToken } from '../../src/domains/accounts/tokens/tokens.ts';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { codeCheckIntake } from '../../src/domains/policies/services.ts';
import { newCapability } from '../../src/lib/secrets/tokens.ts';
import type { Answer } from '../support/answer.ts';
import { type Client, clientOf } from '../support/client.ts';
import { documentOf } from '../support/documents.ts';
import { onEachEngine, setGeneral, system, tokenOf, type World } from '../support/world.ts';

const limit = 30;
const burst = 50;
/**
 * The rate limiter's clock stands still, so that all requests of a test count within the same second on every machine.
 */
const limited = { rateLimit: limit, rateClock: () => 0 };

/** Number of milliseconds by which the rate limiter's clock was advanced. */
let moved = 0;

/** Sends more requests than the limit allows. Returns the responses. */
const flood = async (client: Client, path: string): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: burst }, () => client.get(path)));

const refusedIn = (answers: readonly Answer[]): readonly Answer[] => answers.filter(({ status }) => status === 429);

onEachEngine(
  'A client over the limit gets the time to wait',
  async (world) => {
    const { client } = await world.person();

    const answers = await flood(client, '/account/details');

    const [refused] = refusedIn(answers);
    assert.ok(refused);
    assert.deepEqual(refused.body, {
      errors: [
        {
          status: '429',
          code: 'too-many-requests',
          title: 'too many requests',
          detail: "You have exceeded the API's rate limit.",
        },
      ],
    });
    assert.equal(refused.headers.get('x-ratelimit-limit'), String(limit));
    assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
    assert.match(refused.headers.get('x-ratelimit-reset') ?? '', /^[01]\.\d+$/);
    assert.match(refused.headers.get('retry-after') ?? '', /^[12]$/);
    const taken = answers.find(({ status }) => status === 200);
    assert.equal(taken?.headers.get('x-ratelimit-limit'), String(limit));
    assert.equal(taken?.headers.get('retry-after'), null);
  },
  limited,
);

onEachEngine(
  'If a queue is full, the rate limit header also says how long to wait',
  async (world) => {
    const home = await world.home();
    const busy = Promise.withResolvers<void>();
    const { limited: checks } = codeCheckIntake(world.context);
    const others = Array.from({ length: 5 }, () => checks(home.organization.id, () => busy.promise));

    const refused = await home.client.post(
      `/organizations/${home.name}/policy-code-checks`,
      documentOf('policy-code-checks', { kind: 'opa', query: 'data.p.deny', code: 'package p\n\ndeny := []\n' }),
    );
    busy.resolve();
    await Promise.all(others);

    const wait = refused.headers.get('retry-after');
    assert.deepEqual([refused.status, refused.headers.get('x-ratelimit-reset')], [429, `${wait}.000`]);
  },
  limited,
);

const organizationToken = ({ context }: World, id: string): Promise<string> =>
  auditedTransaction(context, system, async (tx) => {
    const { text } = await issueToken(tx, context, { actor: system, owner: { kind: 'organization', id } });
    return { result: text, audit: [] };
  });

onEachEngine(
  'All tokens of a user count together, and the token of an organization counts separately',
  async (world) => {
    const { owner, organization, name } = await world.home();
    const second = clientOf(world.url, await tokenOf(world.context, owner.user.id));
    const other = clientOf(world.url, await organizationToken(world, organization.id));
    const path = `/organizations/${name}`;

    const [mine, , others] = await Promise.all([
      flood(owner.client, path),
      flood(second, path),
      Promise.all(Array.from({ length: 20 }, () => other.get(path))),
    ]);

    assert.ok(refusedIn(mine).length > 0);
    assert.deepEqual(refusedIn(others), []);
  },
  limited,
);

onEachEngine(
  'Requests without a token count by address, also on unknown routes, but health checks are not limited',
  async (world) => {
    const pings = await flood(world.anonymous, '/ping');
    const health = await flood(world.anonymous, '//healthz');
    const routes = await flood(world.anonymous, '/nothing');

    assert.deepEqual(refusedIn([...pings, ...health]), []);
    assert.ok(refusedIn(routes).length > 0);
    assert.equal(pings[0]?.headers.get('x-ratelimit-limit'), null);
  },
  limited,
);

onEachEngine(
  'Form submissions count by address, and pages do not',
  async ({ anonymous }) => {
    const forms = await Promise.all(Array.from({ length: burst }, () => anonymous.request('POST', '//sign-out')));
    const pages = await flood(anonymous, '//sign-in');

    const [refused] = refusedIn(forms);
    assert.match(refused?.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(refused?.headers.get('retry-after') ?? '', /^[12]$/);
    assert.deepEqual(refusedIn(pages), []);
  },
  limited,
);

onEachEngine(
  'Attempts to guess the secret in a link count by address, and a valid link is never limited',
  async (world) => {
    const { anonymous, context } = world;
    const { user } = await world.person();
    const link = await offerPasswordLink(context, system, user.id);
    const valid = `/${link.slice(world.url.length)}`;
    const unknown = newCapability();
    const paths = [`//set-password/${unknown}`, `//object/${unknown}`, '//object/nonsense'];

    const guesses = await Promise.all(paths.map((path) => flood(anonymous, path)));
    const opened = await flood(anonymous, valid);
    const reset = await anonymous.post(`/account/password-reset/${unknown}`);
    const first = await anonymous.request('POST', '//admin/initial-admin-user?token=x');

    assert.deepEqual(new Set(guesses.flat().map(({ status }) => status)), new Set([404, 429]));
    assert.ok(guesses.every((some) => refusedIn(some).length > 0));
    assert.deepEqual(new Set(opened.map(({ status }) => status)), new Set([200]));
    assert.equal(opened[0]?.headers.get('x-ratelimit-limit'), null);
    assert.deepEqual(
      [reset, first].map(({ headers }) => headers.get('x-ratelimit-limit')),
      ['30', '30'],
    );
  },
  limited,
);

const asIf = (world: World, address: string) => (): Promise<Answer> =>
  world.anonymous.get('/nothing', { headers: { 'x-forwarded-for': address } });

const floodAs = (world: World, addressAt: (index: number) => string): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: burst }, (_, index) => asIf(world, addressAt(index))()));

onEachEngine(
  'A forwarded address counts if the proxy is trusted, and an IPv6 address by its /64 network',
  async (world) => {
    const apart = await floodAs(world, (index) => `192.0.2.${index}`);
    const together = await floodAs(world, (index) => `2001:db8:1:2::${index}`);

    assert.deepEqual(refusedIn(apart), []);
    assert.ok(refusedIn(together).length > 0);
  },
  { ...limited, environment: { TIPSTAFF_TRUSTED_PROXIES: '127.0.0.1/32' } },
);

onEachEngine(
  'A forwarded address from an untrusted client does not count',
  async (world) => {
    const answers = await floodAs(world, (index) => `192.0.2.${index}`);

    assert.ok(refusedIn(answers).length > 0);
  },
  limited,
);

onEachEngine(
  'While the limit is off nobody is refused, and no header mentions it',
  async (world) => {
    const { client } = await world.person();
    await setGeneral(world.context, { 'api-rate-limiting-enabled': false });

    const answers = await flood(client, '/account/details');

    assert.deepEqual(refusedIn(answers), []);
    assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), null);
  },
  limited,
);

onEachEngine(
  'Reads of the registry protocol have a separate budget of ten times the limit, and wait beyond it',
  async (world) => {
    const { owner, name } = await world.home();
    const path = `//api/registry/v1/modules/${name}`;

    const calls = await flood(owner.client, `/organizations/${name}`);
    const reads: Answer[] = [];
    while (reads.length < 10 * limit) reads.push(...(await flood(owner.client, path)));
    const late = owner.client.get(path);
    const guesses = await flood(world.anonymous, path);
    moved += 1_100;
    const last = await late;

    assert.ok(refusedIn(calls).length > 0);
    assert.deepEqual(new Set([...reads, last].map(({ status }) => status)), new Set([200]));
    assert.equal(last.headers.get('x-ratelimit-limit'), String(10 * limit));
    assert.deepEqual(new Set(guesses.map(({ status }) => status)), new Set([401, 429]));
  },
  { rateLimit: limit, rateClock: () => moved },
);
