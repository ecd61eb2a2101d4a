import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { type Browser, browserOf, type Seen } from '../../../../test/support/browser.ts';
import { carryLogout, postLogout } from '../../../../test/support/saml/logout.ts';
import { posted } from '../../../../test/support/saml/provider.ts';
import { enableSso, otherKeys, reasonsIn, requestIn, signInBySso } from '../../../../test/support/saml/sso.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';

const password = 'a lantern in the fog';

/** Signs in through the provider and returns the browser with its start page. */
const visitor = async (world: World): Promise<{ readonly browser: Browser; readonly start: Seen }> => {
  const { browser, answer } = await signInBySso(world);
  return { browser, start: await browser.open(answer.headers.get('location') ?? '') };
};

const onward = ({ headers }: Seen): string => (headers.get('refresh') ?? '').replace('0;url=', '');

/** Signs out through the API in the browser's session. */
const endSession = (browser: Browser) => browser.request({ method: 'DELETE', path: '/api/v2/session' });

onEachEngine('A sign-out continues at the provider, but not after a sign-in with a password', async (world) => {
  await enableSso(world);
  const { browser, start } = await visitor(world);
  const { user } = await world.person({ password });
  const local = browserOf(world.url);
  const localStart = await local.send(await local.open('/sign-in'), '/sign-in', { login: user.username, password });

  const out = await browser.send(start, '/sign-out');
  const localOut = await local.send(localStart, '/sign-out');

  const request = requestIn(onward(out));
  assert.match(request.xml, /^<samlp:LogoutRequest .*Destination="https:\/\/idp\.example\.com\/slo" NotOnOrAfter="/);
  assert.match(request.xml, />alice@example\.com<.*<samlp:SessionIndex>session-of-_assertion-\d+</);
  assert.equal(browser.cookies.has('tipstaff_session'), false);
  assert.deepEqual([localOut.path, (await browser.open('/')).path], ['/sign-in', '/sign-in']);
});

onEachEngine("The logout request repeats the qualifiers of the session's name", async (world) => {
  await enableSso(world);
  const nameAttributes = ' NameQualifier="https://idp.example.com/realm" SPNameQualifier="https://sp.example.com"';
  const { browser } = await signInBySso(world, { nameAttributes });

  const out = await endSession(browser);

  const [, address = ''] = /^<([^>]*)>/.exec(out.headers.get('link') ?? '') ?? [];
  assert.ok(requestIn(address).xml.includes(`<saml:NameID${nameAttributes} Format=`));
});

onEachEngine("Signing out through the API ends the session and returns the provider's sign-out URL", async (world) => {
  await enableSso(world);
  const { browser } = await visitor(world);
  const { user } = await world.person({ password });
  const local = browserOf(world.url);
  await local.send(await local.open('/sign-in'), '/sign-in', { login: user.username, password });

  const out = await endSession(browser);
  const again = await endSession(browser);
  const localOut = await endSession(local);

  const [, address = '', relation] = /^<([^>]*)>; rel="([^"]*)"$/.exec(out.headers.get('link') ?? '') ?? [];
  assert.deepEqual([out.status, again.status, localOut.status], [204, 401, 204]);
  assert.deepEqual([out.bytes.length, relation], [0, 'urn:oasis:names:tc:SAML:2.0:profiles:SSO:logout']);
  assert.match(requestIn(address).xml, /^<samlp:LogoutRequest .*>alice@example\.com</);
  assert.deepEqual([again.headers.get('link'), localOut.headers.get('link')], [null, null]);
});

onEachEngine('A logout request is signed whenever there is a usable key', async (world) => {
  const { patch } = await enableSso(world, { 'private-key': otherKeys.privateKey });
  const signedOut = async () => {
    const { browser, start } = await visitor(world);
    return onward(await browser.send(start, '/sign-out'));
  };

  const signed = await signedOut();
  await patch({ 'private-key': 'nothing' });
  const unsigned = await signedOut();

  const [octets = '', signature = ''] = signed.split('?')[1]?.split('&Signature=') ?? [];
  const { publicKey } = new X509Certificate(otherKeys.certificate);
  assert.ok(verify('sha256', Buffer.from(octets), publicKey, Buffer.from(decodeURIComponent(signature), 'base64')));
  assert.deepEqual([...new URL(unsigned).searchParams.keys()], ['SAMLRequest']);
});

onEachEngine('A sign-out does not continue at a provider other than that of the session', async (world) => {
  const { patch } = await enableSso(world);
  const first = await visitor(world);
  const second = await visitor(world);
  await patch({ 'idp-entity-id': 'https://other.example.com' });

  const elsewhere = await first.browser.send(first.start, '/sign-out');
  await patch({ enabled: false });
  const off = await second.browser.send(second.start, '/sign-out');

  assert.deepEqual([elsewhere.path, off.path], ['/sign-in', '/sign-in']);
});

onEachEngine('Every logout response of the provider redirects to the sign-in page', async (world) => {
  await enableSso(world);
  const { browser } = await visitor(world);
  const xml = '<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>';

  const ways = [
    await carryLogout(
      browser,
      new URLSearchParams({ SAMLResponse: posted(xml), RelayState: '//evil.example' }).toString(),
    ),
    await carryLogout(browser, ''),
    await postLogout(browser, { SAMLResponse: posted(xml), RelayState: 'https://evil.example.com' }),
    await postLogout(browser, {}),
  ];

  assert.deepEqual(
    ways.map(({ status, headers }) => [status, headers.get('location')]),
    Array(4).fill([303, '/sign-in']),
  );
  assert.equal((await browser.open('/')).path, '/');
  assert.deepEqual(await reasonsIn(world), []);
});

onEachEngine("The provider's URL keeps its query and characters", async (world) => {
  await enableSso(world, { 'slo-endpoint-url': 'https://idp.example.com/slo/→?tenant=1#top' });
  const { browser, start } = await visitor(world);

  const out = await browser.send(start, '/sign-out');

  const { pathname, searchParams, hash } = new URL(onward(out));
  assert.deepEqual([pathname, hash], ['/slo/%E2%86%92', '']);
  assert.deepEqual([...searchParams.keys()], ['tenant', 'SAMLRequest']);
});
