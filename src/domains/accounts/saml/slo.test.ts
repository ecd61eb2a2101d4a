import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { auditOf } from '../../../../test/support/audit.ts';
import { type Browser, browserOf } from '../../../../test/support/browser.ts';
import { untilWaiting } from '../../../../test/support/races.ts';
import {
  carryLogout,
  deflated,
  endingOf,
  logoutXml,
  postEnding,
  postLogout,
  signedLogout,
  signedQuery,
} from '../../../../test/support/saml/logout.ts';
import { honestResponse, posted } from '../../../../test/support/saml/provider.ts';
import {
  bring,
  enableSso,
  keys,
  otherKeys,
  reasonsIn,
  signInBySso,
  specFor,
  startLogin,
  type Visitor,
} from '../../../../test/support/saml/sso.ts';
import { sessionClientOf } from '../../../../test/support/session.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { providerName } from '../../../protocols/sign-in/claims.ts';
import { insertSignOuts, lockName } from '../single-sign-on/store.ts';

const minute = 60_000;

/** Whether the browser has a valid session. */
const isIn = async (browser: Browser): Promise<boolean> => (await browser.open('/')).path === '/';

const signedInAs = async (world: World, changes: Parameters<typeof signInBySso>[1] = {}): Promise<Visitor> => {
  const visitor = await signInBySso(world, changes);
  assert.ok(await isIn(visitor.browser));
  return visitor;
};

/** Reads the logout response from a URL at the provider. */
const responseIn = (address: string | null): string => {
  const packed = new URL(address ?? '').searchParams.get('SAMLResponse') ?? '';
  return inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
};

onEachEngine('The provider ends every session of a name by either binding, and gets a response', async (world) => {
  await enableSso(world);
  const byAddress = await signedInAs(world, { nameId: 'alice@example.com' });
  const byForm = await signedInAs(world, { nameId: 'bob@example.com' });
  const another = await signedInAs(world, { nameId: 'carol@example.com' });
  const ending = endingOf(world);

  const query = signedQuery(logoutXml(ending), { relayState: 'there & back' });
  const carried = await carryLogout(browserOf(world.url), query);
  const answered = await postEnding(byForm.browser, endingOf(world, { nameId: 'bob@example.com' }));

  const { origin, pathname, searchParams } = new URL(carried.headers.get('location') ?? '');
  assert.deepEqual([carried.status, answered.status], [303, 303]);
  assert.deepEqual(
    [`${origin}${pathname}`, searchParams.get('RelayState')],
    ['https://idp.example.com/slo', 'there & back'],
  );
  assert.match(
    responseIn(carried.headers.get('location')),
    new RegExp(`^<samlp:LogoutResponse .*InResponseTo="${ending.id}".*<samlp:StatusCode Value="[^"]*:Success"`),
  );
  assert.deepEqual(await Promise.all([byAddress, byForm, another].map(({ browser }) => isIn(browser))), [
    false,
    false,
    true,
  ]);
  assert.deepEqual(await reasonsIn(world), []);
});

onEachEngine('The audit entry of a session ended by the provider names the provider and the user', async (world) => {
  await enableSso(world);
  await signedInAs(world, { attributes: { Username: ['alice'] } });
  const [session] = await world.context.database.rows(
    {
      build: (db) =>
        db
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'user_id')
          .select(['sessions.id', 'user_id'])
          .where('username', '=', 'alice'),
    },
    {},
  );

  await postEnding(browserOf(world.url), endingOf(world));

  const [, entry] = await auditOf(world, session?.id ?? '');
  assert.deepEqual([entry?.action, entry?.actor.name], ['session.delete', 'single sign-on']);
  const provider = 'https://idp.example.com/metadata';
  assert.deepEqual(entry?.change.before, { user: session?.user_id, provider, 'name-id': 'alice@example.com' });
});

onEachEngine('If the provider names sessions, only these sessions end', async (world) => {
  await enableSso(world);
  const one = await signedInAs(world, { id: '_one' });
  const other = await signedInAs(world, { id: '_other' });

  await postEnding(browserOf(world.url), endingOf(world, { sessionIndex: 'session-of-_nothing' }));
  const before = [await isIn(one.browser), await isIn(other.browser)];
  await postEnding(browserOf(world.url), endingOf(world, { sessionIndex: 'session-of-_one' }));

  assert.deepEqual(before, [true, true]);
  assert.deepEqual([await isIn(one.browser), await isIn(other.browser)], [false, true]);
});

onEachEngine('The provider ends neither sessions that began with a password nor tokens', async (world) => {
  await enableSso(world);
  const password = 'a lantern in the fog';
  const { user, client } = await world.person({ password, email: 'alice@example.com' });
  const browser = browserOf(world.url);
  await browser.send(await browser.open('/sign-in'), '/sign-in', { login: user.username, password });

  const { status } = await postEnding(browser, endingOf(world));

  assert.equal(status, 303);
  assert.ok(await isIn(browser));
  assert.equal((await client.get('/account/details')).status, 200);
});

onEachEngine('A sign-in from before the end of the session is refused, and a later one is accepted', async (world) => {
  await enableSso(world);
  const late = browserOf(world.url);
  const departed = await startLogin(late);
  const xml = honestResponse(specFor(world, departed, { id: '_late' }), keys);
  await postEnding(browserOf(world.url), endingOf(world, { sessionIndex: 'session-of-_late' }));
  await postEnding(browserOf(world.url), endingOf(world, { nameId: 'bob@example.com' }));

  const answer = await bring(late, xml);
  const same = await signInBySso(world);
  const bob = await signInBySso(world, { nameId: 'bob@example.com' });
  world.advance(minute + 1);
  const { answer: again } = await signInBySso(world, { nameId: 'bob@example.com' });

  assert.deepEqual([answer.status, same.answer.status, bob.answer.status, again.status], [403, 303, 403, 303]);
  assert.deepEqual(await reasonsIn(world), ['signed-out', 'signed-out']);
});

onEachEngine(
  'A logout request is accepted once, and for at most five minutes, regardless of its own times',
  async (world) => {
    await enableSso(world);
    const ending = endingOf(world);
    const endless = endingOf(world, { notOnOrAfter: undefined });
    const browser = browserOf(world.url);

    const first = await postEnding(browser, ending);
    const again = await carryLogout(browser, signedQuery(logoutXml(ending)));
    world.advance(6 * minute - 20_000);
    const inTime = await postEnding(browser, endless);
    const late = endingOf(world, { issuedAt: endless.issuedAt, notOnOrAfter: endless.issuedAt + 60 * minute });
    world.advance(20_000);
    const tooLate = await postEnding(browser, late);

    assert.deepEqual(
      [first, again, inTime, tooLate].map(({ status }) => status),
      [303, 403, 303, 403],
    );
    assert.deepEqual(await reasonsIn(world), ['replayed', 'expired']);
  },
);

onEachEngine('Of many browsers that send the same logout request at the same time, one is accepted', async (world) => {
  await enableSso(world);
  await signedInAs(world);
  const ending = endingOf(world);

  const answers = await Promise.all(Array.from({ length: 6 }, () => postEnding(browserOf(world.url), ending)));

  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403, 403, 403, 403, 403]);
  assert.deepEqual(new Set(await reasonsIn(world)), new Set(['replayed']));
});

type Bringing = (browser: Browser) => Promise<{ readonly status: number; readonly bytes: Buffer }>;

/** Forged requests, each with the reason for its refusal. */
const forgeriesOf = (world: World): readonly (readonly [reason: string, bring: Bringing])[] => {
  const now = world.context.clock.now();
  const ending = endingOf(world);
  const signed = signedLogout(ending);
  const query = signedQuery(logoutXml(ending), { relayState: 'x' });
  const form =
    (xml: string): Bringing =>
    (browser) =>
      postLogout(browser, { SAMLRequest: posted(xml) });
  const address =
    (text: string): Bringing =>
    (browser) =>
      carryLogout(browser, text);
  const saying = (changes: Parameters<typeof endingOf>[1]): Bringing => form(signedLogout(endingOf(world, changes)));
  const elsewhere = `${world.url}/users/saml/auth`;
  const wrapped = signed.replace('ID="', 'ID="_evil" Id="').replace('>alice@', '>mallory@');
  return [
    ['unsigned', form(logoutXml(ending))],
    ['unsigned', address(new URLSearchParams({ SAMLRequest: deflated(logoutXml(ending)) }).toString())],
    ['unsigned', address(query.replace(/&Signature=.*/, ''))],
    ['unsigned', address(new URLSearchParams({ SAMLRequest: deflated(signed) }).toString())],
    ['bad-signature', form(signedLogout(ending, otherKeys))],
    ['bad-signature', form(signed.replace('>alice@', '>mallory@'))],
    ['bad-signature', address(signedQuery(logoutXml(ending), { pair: otherKeys }))],
    ['bad-signature', address(query.replace('RelayState=x', 'RelayState=y'))],
    ['bad-signature', address(query.replace('RelayState=x&', ''))],
    [
      'bad-signature',
      address(query.replace(/SAMLRequest=[^&]*/, `SAMLRequest=${encodeURIComponent(deflated(signed))}`)),
    ],
    ['weak-signature', address(signedQuery(logoutXml(ending), { method: 'sha1' }))],
    ['weak-signature', address(query.replace(/&SigAlg=[^&]*/, ''))],
    ['weak-signature', address(query.replace(/SigAlg=[^&]*/, 'SigAlg=constructor'))],
    ['wrapped', form(wrapped)],
    ['malformed', address(`${query}&SAMLRequest=x`)],
    ['malformed', address(`${query}&SAMLResponse=x`)],
    ['malformed', address(`RelayState=x&${query}`)],
    ['malformed', address(query.replace('RelayState=x', 'RelayState=%ff'))],
    ['malformed', address(signedQuery(honestResponse(specFor(world, { id: '_' }), keys)))],
    ['malformed', (browser) => postLogout(browser, { SAMLRequest: posted(signed), SAMLResponse: 'x' })],
    ['malformed', (browser) => postLogout(browser, `SAMLRequest=x&SAMLRequest=${encodeURIComponent(posted(signed))}`)],
    ['malformed', form(honestResponse(specFor(world, { id: '_' }), keys))],
    ['too-large', address(signedQuery(logoutXml(ending) + ' '.repeat(300_000)))],
    ['too-large', address(signedQuery(logoutXml(ending), { relayState: 'x'.repeat(801) }))],
    ['comment', saying({ nameId: 'alice@example.com<!---->.evil.example.com' })],
    ['doctype', form(`<!DOCTYPE x>${signed}`)],
    ['wrong-issuer', saying({ issuer: 'https://evil.example.com' })],
    ['wrong-destination', saying({ destination: elsewhere })],
    ['not-yet-valid', saying({ issuedAt: now + 2 * minute })],
    ['expired', saying({ notOnOrAfter: now - 2 * minute })],
    ['expired', saying({ issuedAt: now - 10 * minute, notOnOrAfter: undefined })],
    ['no-name-id', saying({ nameId: '' })],
  ];
};

onEachEngine(
  'A forged logout request ends no session and shows no reason, and the audit log contains the reason',
  async (world) => {
    await enableSso(world);
    const { browser } = await signedInAs(world);
    const forgeries = forgeriesOf(world);
    const pages = new Set<string>();

    for (const [index, [reason, bringForgery]] of forgeries.entries()) {
      // A network is blocked after twenty refusals in a minute, while other networks are not.
      const address = `192.0.2.${Math.floor(index / 15)}`;
      const stranger = browserOf(world.url, { headers: { 'x-forwarded-for': address } });
      const { status, bytes } = await bringForgery(stranger);
      assert.equal(status, 403, `${index}: ${reason}`);
      pages.add(bytes.toString('utf8'));
    }

    assert.ok(await isIn(browser));
    const [page = ''] = pages;
    assert.equal(pages.size, 1);
    assert.ok(!/alice|signature|expired/i.test(page));
    assert.deepEqual(
      await reasonsIn(world),
      forgeries.map(([reason]) => reason),
    );
  },
  { environment: { TIPSTAFF_TRUSTED_PROXIES: '127.0.0.1/32' } },
);

onEachEngine(
  'While debugging is on, the browser sees the logout request that it sent and the reason for its refusal',
  async (world) => {
    await enableSso(world, { debug: true });
    const browser = browserOf(world.url);
    const xml = logoutXml(endingOf(world, { issuer: 'https://evil.example.com/<script>'.replace('<', '&lt;') }));

    const carried = await carryLogout(browser, signedQuery(xml));
    const sent = await postLogout(browser, { SAMLRequest: posted(xml) });
    const neither = await carryLogout(browser, 'SAMLRequest=%ff');

    const [bad, worse] = [carried, sent].map(({ bytes }) => bytes.toString('utf8'));
    assert.match(bad ?? '', /<code>wrong-issuer<\/code>.*&lt;samlp:LogoutRequest /s);
    assert.match(worse ?? '', /<code>unsigned<\/code>.*&lt;samlp:LogoutRequest /s);
    assert.match(neither.bytes.toString(), /<code>malformed<\/code>/);
    assert.ok(!bad?.includes('<script'));
  },
);

onEachEngine('While single sign-on is off, a logout request ends no session', async (world) => {
  const { patch } = await enableSso(world);
  const { browser } = await signedInAs(world);
  await patch({ enabled: false });

  const answer = await postEnding(browserOf(world.url), endingOf(world));

  assert.equal(answer.status, 403);
  assert.ok(await isIn(browser));
  assert.deepEqual(await reasonsIn(world), ['off']);
});

onEachEngine('While single sign-on is off, a form with a logout request is not read', async (world) => {
  const answer = await postLogout(browserOf(world.url), { SAMLRequest: '%%%' });

  assert.equal(answer.status, 403);
  assert.deepEqual(await reasonsIn(world), ['off']);
});

onEachEngine('A logout request also ends the impersonation in a session', async (world) => {
  await enableSso(world);
  const { browser } = await signedInAs(world, { attributes: { SiteAdmin: ['true'] } });
  const { user } = await world.person();
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const client = sessionClientOf(world.url, cookie);
  const acting = await client.post(`/admin/users/${user.id}/actions/impersonate`, { reason: 'a look' });
  assert.equal(acting.status, 204);

  await postEnding(browserOf(world.url), endingOf(world));

  assert.equal((await client.get('/session')).status, 401);
});

onEachEngine(
  'If a sign-in and the logout request for it arrive at the same time, no session is left',
  async (world) => {
    await enableSso(world);
    const rounds = Array.from({ length: 4 }, (_, index) => `_round-${index}`);

    const left = await Promise.all(
      rounds.map(async (id) => {
        const browser = browserOf(world.url);
        const spec = specFor(world, await startLogin(browser), { id, nameId: `person${id}@example.com` });
        const ending = endingOf(world, { nameId: spec.nameId, sessionIndex: `session-of-${id}` });
        await Promise.all([bring(browser, honestResponse(spec, keys)), postEnding(browserOf(world.url), ending)]);
        return isIn(browser);
      }),
    );

    assert.deepEqual(left, [false, false, false, false]);
  },
);

onEachEngine('The first sign-in of a person waits for a running sign-out of the same identity', async (world) => {
  await enableSso(world);
  const browser = browserOf(world.url);
  const spec = specFor(world, await startLogin(browser), { id: '_late', nameId: 'late@example.com' });
  const name = providerName('saml', spec.issuer, spec.nameId);
  const now = new Date().toISOString();
  const signOut = { id: 'sign-out', provider: name.provider, name_id: name.nameKey, session_index: null };
  const { database } = world.context;

  const signIn = await database.transaction(async (tx) => {
    await lockName(tx, name);
    const answer = bring(browser, honestResponse(spec, keys));
    await untilWaiting(world, [answer]);
    await insertSignOuts(tx, [{ ...signOut, issued_at: now, expires_at: now }]);
    return { answer };
  });

  assert.equal((await signIn.answer).status, 403);
  assert.equal(await isIn(browser), false);
});

onEachEngine(
  'A sign-out of an identity that was linked to another account before ends the sessions of both accounts',
  async (world) => {
    await enableSso(world);
    const first = await signedInAs(world, { nameId: 'the-name', attributes: { Email: ['first@example.com'] } });
    await world.context.database.transaction((tx) => tx.run((db) => db.deleteFrom('saml_identities')));
    const second = await signedInAs(world, { nameId: 'the-name', attributes: { Email: ['second@example.com'] } });

    await postEnding(browserOf(world.url), endingOf(world, { nameId: 'the-name' }));

    assert.deepEqual([await isIn(first.browser), await isIn(second.browser)], [false, false]);
  },
);
