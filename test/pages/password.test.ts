import assert from 'node:assert/strict';
import { invitationLifetime, offerPasswordLink } from '../../src/domains/accounts/passwords/links.ts';
import { browserOf } from '../support/browser.ts';
import { onEachEngine, system, type World } from '../support/world.ts';

const password = 'a lantern in the fog';

/** Creates a user without a password. Returns the path of the link that sets a password. */
const invited = async ({ context, person, url }: World) => {
  const { user } = await person();
  const link = await offerPasswordLink(context, system, user.id);
  return { user, path: link.slice(url.length), browser: browserOf(url) };
};

onEachEngine('A person sets a password with a link and signs in with it', async (world) => {
  const { user, path, browser } = await invited(world);

  const form = await browser.open(path);
  const signIn = await browser.send(form, '/set-password/', { password, repeated: password });
  const start = await browser.send(signIn, '/sign-in', { login: user.username, password });

  assert.deepEqual([form.status, form.title], [200, 'Set a password · Tipstaff']);
  assert.equal(form.forms[0]?.fields.username, user.username);
  assert.equal(signIn.path, '/sign-in?set=1');
  assert.match(signIn.text, /Your password is set\./);
  assert.equal(start.title, `Hello, ${user.username} · Tipstaff`);
});

onEachEngine(
  'Every invalid field has its reason next to it, and the page does not repeat the typed password',
  async (world) => {
    const { path, browser } = await invited(world);
    const form = await browser.open(path);
    const messages = { password: '', repeated: '' };

    for (const [typed, repeated] of [
      ['short', 'shorter'],
      ['x'.repeat(129), 'x'.repeat(129)],
      [password, `${password} `],
      ['', ''],
    ]) {
      const page = await browser.send(form, '/set-password/', { password: typed ?? '', repeated: repeated ?? '' });
      assert.deepEqual([page.status, page.title], [422, 'Error: Set a password · Tipstaff']);
      for (const name of ['password', 'repeated'] as const) {
        const input = page.forms[0]?.inputs.find((each) => each.name === name);
        assert.equal(input?.value, undefined);
        const isDescribed = input?.['aria-describedby']?.includes(`${name}-wrong`) ?? false;
        assert.equal(input?.['aria-invalid'] === 'true', isDescribed);
        messages[name] += isDescribed ? '1' : '0';
      }
    }
    const later = await browser.send(form, '/set-password/', { password, repeated: password });

    assert.deepEqual(messages, { password: '1101', repeated: '1010' });
    assert.equal(later.path, '/sign-in?set=1');
  },
);

onEachEngine('A password of exactly 12 or 128 characters is accepted, whatever the characters are', async (world) => {
  for (const typed of ['🙂🙃😀😎🤖👻🎃🐙🦊🐼🌵🍕', `${'é<"&+ %'.repeat(18)}xy`]) {
    const { user, path, browser } = await invited(world);
    const signIn = await browser.send(await browser.open(path), '/set-password/', { password: typed, repeated: typed });

    const start = await browser.send(signIn, '/sign-in', { login: user.username, password: typed });

    assert.equal(start.title, `Hello, ${user.username} · Tipstaff`);
  }
});

onEachEngine('A used, expired or unknown link leads to a page that says what to do', async (world) => {
  const { path, browser } = await invited(world);
  const form = await browser.open(path);
  await browser.send(form, '/set-password/', { password, repeated: password });
  const { path: old } = await invited(world);

  const used = await browser.open(path);
  const usedAgain = await browser.send(form, '/set-password/', { password, repeated: password });
  world.advance(invitationLifetime);
  const late = await browser.open(old);
  const never = await browser.open('/set-password/xyz');

  for (const page of [used, usedAgain, late, never]) {
    assert.deepEqual([page.status, page.title], [404, 'Error: This link does not work · Tipstaff']);
    assert.match(page.text, /request a new link , or ask your administrator for one/);
  }
});

onEachEngine('Of two concurrent uses of a link, one sets the password', async (world) => {
  const { path, browser } = await invited(world);
  const form = await browser.open(path);
  const choose = (typed: string) => browser.send(form, '/set-password/', { password: typed, repeated: typed });

  const pages = await Promise.all([choose('a lantern in the fog'), choose('a candle in the wind')]);

  assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 404]);
});
