import assert from 'node:assert/strict';
import { browserOf } from '../support/browser.ts';
import { textIn } from '../support/page.ts';
import { onEachEngine } from '../support/world.ts';

const form = 'application/x-www-form-urlencoded';

onEachEngine('An unknown address shows an error page with a link back', async ({ url }) => {
  const browser = browserOf(url, { headers: { 'x-request-id': 'seen-by-ada' } });

  const page = await browser.open('/no/such/page?<script>');

  assert.equal(page.status, 404);
  assert.equal(page.title, 'Error: Page not found · Tipstaff');
  assert.match(page.text, /Back to the start page Request seen-by-ada$/);
});

onEachEngine('Programs and API clients get refusals as JSON', async ({ url, anonymous }) => {
  const browser = browserOf(url);

  const byProgram = await anonymous.get('//no/such/page');
  const inTheApi = await browser.request({ method: 'GET', path: '/api/v2/no/such/page' });
  const known = await browser.request({ method: 'GET', path: '/api/v2/users/somebody' });

  for (const answer of [byProgram, inTheApi, known]) {
    assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json');
  }
  assert.deepEqual([byProgram.status, inTheApi.status, known.status], [404, 404, 401]);
});

onEachEngine('An internal error is shown on a page with its request id and without details', async (world) => {
  const password = 'a lantern in the fog';
  const { user } = await world.person({ password });
  const browser = browserOf(world.url, { headers: { 'x-request-id': 'unlucky-13' } });
  const form = await browser.open('/sign-in');
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.schema.alterTable('memberships').renameTo('lost')),
  );

  const page = await browser.send(form, '/sign-in', { login: user.username, password });

  assert.deepEqual(
    [page.path, page.status, page.title],
    ['/sign-in?signed-in=1', 500, 'Error: Something went wrong · Tipstaff'],
  );
  assert.match(page.text, /Request unlucky-13$/);
  assert.doesNotMatch(page.text, /memberships|relation|table|sql/i);
});

onEachEngine('An invalid form is refused with a page that gives the reason', async ({ url }) => {
  const browser = browserOf(url);
  const post = async (type: string, body: string | Uint8Array, headers = {}) => {
    const sent = { 'content-type': type, ...headers };
    const answer = await browser.request({ method: 'POST', path: '/sign-in', headers: sent, body: Buffer.from(body) });
    const [, reason] =
      /Nothing was changed\. (.*) Back to the start page/.exec(textIn(answer.bytes.toString('utf8'))) ?? [];
    return `${answer.status} ${reason}`;
  };

  const refusals = [
    await post(form, Uint8Array.of(0x6c, 0x3d, 0xff)),
    await post(form, 'login=%ff&password=x'),
    await post(form, 'login=%zz&password=x'),
    await post('application/json', '{"login":"a","password":"b"}'),
    await post(form, 'login=a'),
    await post(form, `login=${'x'.repeat(16_384)}`),
    await post(form, Array.from({ length: 33 }, (_, index) => `f${index}=`).join('&')),
    await post(form, 'login=%00&password=x'),
    await post(form, 'login=a&password=b', { 'content-encoding': 'gzip' }),
  ];

  assert.deepEqual(refusals, [
    '400 The body is not valid form data.',
    '400 The body is not valid form data.',
    '400 The body is not valid form data.',
    '415 The Content-Type must be application/x-www-form-urlencoded.',
    "422 Password can't be blank",
    '413 The body is larger than 16384 bytes.',
    '422 The body has more than 32 fields.',
    '422 Login includes a character that cannot be stored (U+0000 or half of a surrogate pair)',
    '415 The body must not have a Content-Encoding.',
  ]);
});

onEachEngine('The last value of a repeated field counts', async ({ url, person }) => {
  const password = 'a lantern in the fog';
  const { user } = await person({ password });
  const body = Buffer.from(`login=nobody&login=${user.username}&password=x&password=${password.replaceAll(' ', '+')}`);

  const answer = await browserOf(url).request({
    method: 'POST',
    path: '/sign-in',
    headers: { 'content-type': form },
    body,
  });

  assert.equal(answer.status, 303);
});

onEachEngine(
  'With https, the API description names the cookie with the host prefix',
  async ({ anonymous }) => {
    const { body } = await anonymous.get('/openapi.json');

    assert.equal(body.components.securitySchemes.session.name, '__Host-tipstaff_session');
  },
  { environment: { TIPSTAFF_BASE_URL: 'https://tipstaff.example.com' } },
);

onEachEngine('The API description contains no pages', async ({ anonymous }) => {
  const { body } = await anonymous.get('/openapi.json');

  const paths = Object.keys(body.paths);
  assert.ok(paths.includes('/api/v2/session'));
  assert.deepEqual(
    paths.filter(
      (path) => path === '/' || (/sign-|set-password|unimpersonate$/.test(path) && !path.startsWith('/api/')),
    ),
    [],
  );
});
