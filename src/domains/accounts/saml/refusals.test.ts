import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf } from '../../../../test/support/browser.ts';
import {
  type AssertionSpec,
  assertionXml,
  honestResponse,
  posted,
  responseXml,
  sha1,
  signedByCertificate,
  signedXml,
} from '../../../../test/support/saml/provider.ts';
import {
  bring,
  bringForm,
  enableSso,
  keys,
  otherKeys,
  reasonsIn,
  signInBySso,
  specFor,
  startLogin,
} from '../../../../test/support/saml/sso.ts';
import { wrapped } from '../../../../test/support/saml/wrapping.ts';
import { onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { requestLifetime } from '../single-sign-on/requests.ts';

const minute = 60_000;

/** Forged responses to an open request, each with the reason for its refusal. */
const forgeriesOf = (world: World, spec: AssertionSpec): readonly (readonly [reason: string, xml: string])[] => {
  const honest = honestResponse(spec, keys);
  const plain = responseXml(spec, assertionXml(spec));
  const whole = signedXml(plain, spec.responseId, keys);
  const saying = (changes: Partial<AssertionSpec>): string => honestResponse({ ...spec, ...changes }, keys);
  const elsewhere = 'https://other.example.com/users/saml/auth';
  const now = world.context.clock.now();
  const other = { ...spec, id: '_other', nameId: 'mallory@example.com' };
  const both = [spec, other].map((each) => signedXml(assertionXml(each), each.id, keys)).join('');
  const [signature = ''] = /<ds:Signature .*?<\/ds:Signature>/s.exec(honest) ?? [];
  const xslt = '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>';
  const nested = `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`;
  return [
    ['unsigned', plain],
    ['bad-signature', honestResponse(spec, otherKeys)],
    ['bad-signature', honest.replace('>alice@example.com<', '>mallory@example.com<')],
    ...Object.values(wrapped({ response: honest, whole }, 'alice', 'mallory')).map((xml) => ['wrapped', xml] as const),
    ['wrapped', responseXml(spec, both)],
    ['wrapped', honest.replace(signature, signature + signature)],
    ['wrapped', honest.replace(/URI="[^"]*"/, 'URI=""')],
    ['bad-signature', honest.replace(/<ds:Reference .*<\/ds:Reference>/s, '')],
    ['weak-signature', honest.replace('<ds:Transforms>', `$&${xslt}`)],
    ['weak-signature', signedByCertificate({ ...spec, nameId: 'mallory@example.com' }, keys)],
    ['malformed', saying({ nameId: 'alice&#0;@example.com' })],
    ['no-name-id', saying({ nameId: 'x'.repeat(5_000) })],
    ['expired', saying({ notBefore: now - 10 * minute, notOnOrAfter: now - 2 * minute })],
    ['not-yet-valid', saying({ notBefore: now + 10 * minute, notOnOrAfter: now + 19 * minute })],
    ['wrong-audience', saying({ audience: 'https://other.example.com' })],
    ['wrong-destination', saying({ destination: elsewhere })],
    ['wrong-destination', saying({ recipient: elsewhere })],
    ['wrong-issuer', saying({ issuer: 'https://evil.example.com' })],
    ['unsolicited', saying({ inResponseTo: '' })],
    ['unknown-request', saying({ inResponseTo: '_never-asked' })],
    ['comment', saying({ nameId: 'alice@example.com<!---->.evil.example.com' })],
    ['processing-instruction', honest.replace('>alice@example.com<', '>alice@example.com<?x?>.evil.example.com<')],
    ['doctype', `<!DOCTYPE x [<!ENTITY a "a">]>${honest}`],
    ['weak-signature', signedXml(plain, spec.id, keys, sha1)],
    ['too-large', honest.replace('<samlp:Status>', `${nested}$&`)],
    ['too-deep', honest.replace('<samlp:Status>', `${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}$&`)],
    ['malformed', honest.slice(0, -1)],
    ['sign-in-failed', honest.replace('status:Success', 'status:Responder')],
  ];
};

onEachEngine('Every forged response gets the same page, and an audit record with the reason', async (world) => {
  await enableSso(world);
  const browser = browserOf(world.url);
  const request = await startLogin(browser);
  const forgeries = forgeriesOf(world, specFor(world, request));
  const pages = new Set<string>();

  for (const [index, [, xml]] of forgeries.entries()) {
    // A network is blocked after twenty refusals in a minute, so the clock is advanced before that.
    if (index % 15 === 14) world.advance(minute + 1);
    const answer = await bring(browser, xml);
    assert.equal(answer.status, 403, `${index}`);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    pages.add(answer.bytes.toString('utf8'));
  }

  const [page = ''] = pages;
  assert.equal(pages.size, 1);
  assert.ok(!/alice|signature|expired|audience/i.test(page));
  assert.deepEqual(
    await reasonsIn(world),
    forgeries.map(([reason]) => reason),
  );
});

onEachEngine('Each certificate of a bundle verifies', async (world) => {
  const bundle = `${otherKeys.certificate}\n${keys.certificate}`;
  const { patch } = await enableSso(world, { 'idp-cert': bundle });
  const shown = await patch({});

  const { answer } = await signInBySso(world);

  assert.equal(answer.status, 303);
  assert.equal(shown.body.meta.certificates.length, 2);
  assert.equal(shown.body.meta.problem, null);
});

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`Unusable keys and certificates are stored for clients of the other vocabulary, and reported where they matter (${engine})`, async () => {
    await using world = await openWorld(engine, { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
    const { patch, client } = await enableSso(world);
    const browser = browserOf(world.url);
    const request = await startLogin(browser);
    const problem = async () => (await patch({})).body.meta.problem;
    const start = () => browserOf(world.url).request({ method: 'GET', path: '/users/saml/login' });

    await patch({ enabled: false, 'idp-cert': null });
    await patch({ enabled: true, 'idp-cert': 'a certificate' });
    const [unreadable, begun] = [await problem(), await start()];
    const response = await bring(browser, honestResponse(specFor(world, request), keys));
    const system = await client.get('/admin/system-status');
    await patch({ 'idp-cert': keys.certificate });
    await patch({ 'idp-cert': 'another text' });
    const { answer: byFormer } = await signInBySso(world);
    const signed = await patch({ 'authn-requests-signed': true, 'private-key': 'a placeholder' });
    const [unsigned, notBegun] = [await problem(), await start()];
    await patch({ 'authn-requests-signed': false });

    const noSignIn = 'Nobody can sign in through the identity provider: ';
    const notSetUp = /Single sign-on is misconfigured: nobody can sign in with it until an administrator corrects/;
    assert.equal(unreadable, `${noSignIn}idp-cert must be an X.509 certificate in PEM form.`);
    assert.deepEqual([begun.status, response.status, notBegun.status], [503, 403, 503]);
    for (const page of [begun, response, notBegun]) assert.match(page.bytes.toString(), notSetUp);
    assert.deepEqual(
      system.body.data.attributes.findings.filter(({ check }: { check: string }) => check === 'settings'),
      [{ check: 'settings', status: 'problem', detail: unreadable }],
    );
    assert.equal(byFormer.status, 303);
    assert.equal(signed.status, 200);
    assert.equal(unsigned, `${noSignIn}private-key must be an RSA key in PEM form.`);
    assert.equal(await problem(), null);
    assert.deepEqual(await reasonsIn(world), [
      'idp-certificate-unreadable',
      'idp-certificate-unreadable',
      'private-key-unreadable',
    ]);
  });
}

onEachEngine('A response signs in once', async (world) => {
  await enableSso(world);
  const browser = browserOf(world.url);
  const request = await startLogin(browser);
  const xml = honestResponse(specFor(world, request), keys);

  const first = await bring(browser, xml);
  const again = await bring(browser, xml);
  const inAnother = await bring(browser, honestResponse(specFor(world, request), keys));
  world.advance(10 * minute);
  const late = await bring(browser, xml);

  assert.deepEqual(
    [first, again, inAnother, late].map(({ status }) => status),
    [303, 403, 403, 403],
  );
  assert.deepEqual(await reasonsIn(world), ['replayed', 'unknown-request', 'expired']);
});

onEachEngine('A used assertion is refused for another request, too', async (world) => {
  await enableSso(world);
  const { id } = specFor(world, { id: '_' });
  await signInBySso(world, { id });

  const { answer } = await signInBySso(world, { id });

  assert.equal(answer.status, 403);
  assert.deepEqual(await reasonsIn(world), ['replayed']);
});

onEachEngine('A response is accepted only from the browser that made the request', async (world) => {
  await enableSso(world);
  const requester = browserOf(world.url);
  const other = browserOf(world.url);
  const xml = honestResponse(specFor(world, await startLogin(requester)), keys);
  await startLogin(other);

  const inOther = await bring(other, xml);
  const withoutCookie = await bring(browserOf(world.url), xml);
  const inOwn = await bring(requester, xml);

  assert.deepEqual(
    [inOther, withoutCookie, inOwn].map(({ status }) => status),
    [403, 403, 303],
  );
  assert.deepEqual(await reasonsIn(world), ['another-browser', 'another-browser']);
});

onEachEngine('A request expires after ten minutes', async (world) => {
  await enableSso(world);
  const browser = browserOf(world.url);
  const request = await startLogin(browser);
  const late = await startLogin(browser);
  world.advance(requestLifetime - 60_000);
  const inTime = await bring(browser, honestResponse(specFor(world, request), keys));
  world.advance(60_000);

  const tooLate = await bring(browser, honestResponse(specFor(world, late), keys));

  assert.deepEqual([inTime.status, tooLate.status], [303, 403]);
  assert.deepEqual(await reasonsIn(world), ['unknown-request']);
});

onEachEngine('A body that is not a form, or contains no response, is also refused and recorded', async (world) => {
  await enableSso(world);
  const browser = browserOf(world.url);
  const post = (type: string, body: string | Buffer) =>
    browser.request({
      method: 'POST',
      path: '/users/saml/auth',
      headers: { 'content-type': type },
      body: Buffer.from(body),
    });
  const form = 'application/x-www-form-urlencoded';
  const xml = honestResponse(specFor(world, await startLogin(browser)), keys);
  const honest = new URLSearchParams({ SAMLResponse: posted(xml) }).toString();

  const statuses = [
    await post(form, ''),
    await post(form, 'SAMLResponse=%ff'),
    await post(form, 'SAMLResponse=%'),
    await post('application/json', '{}'),
    await bringForm(browser, { SAMLResponse: '%%%' }),
    await post(form, `${honest}&SAMLResponse=x`),
    await post(form, `SAMLResponse=x&${honest}`),
    await post(form, `${honest}&RelayState=a&RelayState=b`),
  ].map(({ status }) => status);

  assert.deepEqual(new Set(statuses), new Set([403]));
  assert.deepEqual(await reasonsIn(world), Array(8).fill('malformed'));
});

onEachEngine('A form of more than 32 fields, or of more than 512 KiB, is refused unparsed', async (world) => {
  await enableSso(world);
  const browser = browserOf(world.url);
  const honest = posted(honestResponse(specFor(world, await startLogin(browser)), keys));
  const fields = (count: number) =>
    Object.fromEntries([['SAMLResponse', honest], ...Array.from({ length: count - 1 }, (_, at) => [`f${at}`, ''])]);

  const tooMany = await bringForm(browser, fields(33));
  const long = { SAMLResponse: honest, RelayState: 'x'.repeat(524_288) };
  const tooLong = [await bringForm(browser, long), await bringForm(browser, long)];
  const max = await bringForm(browser, fields(32));

  assert.deepEqual(
    [tooMany, ...tooLong, max].map(({ status }) => status),
    [422, 413, 413, 303],
  );
  assert.match(tooMany.bytes.toString(), /The form has more than 32 fields\./);
  assert.deepEqual(await reasonsIn(world), ['too-large']);
});

onEachEngine('While single sign-on is off, a form is not read unless the browser made a request', async (world) => {
  const { patch } = await enableSso(world);
  const requester = browserOf(world.url);
  await startLogin(requester);
  await patch({ enabled: false });
  const strangeForm = { SAMLResponse: '%%%' };

  const stranger = await bringForm(browserOf(world.url), strangeForm);
  const known = await bringForm(requester, strangeForm);

  assert.deepEqual([stranger.status, known.status], [403, 403]);
  assert.deepEqual(await reasonsIn(world), ['off', 'malformed']);
});

onEachEngine(
  'A network that sends too many refused responses has to wait, and can still sign in with passwords',
  async (world) => {
    await enableSso(world);
    const browser = browserOf(world.url);
    for (let time = 0; time < 20; time += 1) await bringForm(browser, { SAMLResponse: 'x' });

    const limited = await bringForm(browser, { SAMLResponse: 'x' });
    const { answer } = await signInBySso(world);
    world.advance(minute);
    const later = await signInBySso(world);

    assert.deepEqual([limited.status, answer.status, later.answer.status], [429, 429, 303]);
    assert.equal((await reasonsIn(world)).length, 20);
  },
);

onEachEngine(
  'While debugging is on, the browser sees the response that it posted and the reason for its refusal',
  async (world) => {
    await enableSso(world, { debug: true });
    const nameId = 'alice@example.com&lt;script&gt;';

    const refused = await signInBySso(world, { nameId });
    const entered = await signInBySso(world);

    const bad = refused.answer.bytes.toString('utf8');
    const good = entered.answer.bytes.toString('utf8');
    assert.deepEqual([refused.answer.status, entered.answer.status], [403, 200]);
    assert.match(bad, /<code>no-email<\/code>/);
    for (const page of [bad, good]) assert.match(page, /&lt;saml:NameID Format=&quot;/);
    assert.ok(!bad.includes('<script'));
    assert.match(good, /<a href="\/sign-in\?signed-in=1&amp;by=saml">/);
    assert.ok(entered.browser.cookies.has('tipstaff_session'));
  },
);
