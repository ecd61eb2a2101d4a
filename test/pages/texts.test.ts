// What an operator has the pages say: shown where it belongs, and never more than text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layout } from '../../src/features/pages/layout.ts';
import { signInPage } from '../../src/features/pages/sign-in-page.ts';
import type { Site } from '../../src/features/pages/site.ts';
import { startPage } from '../../src/features/pages/start-page.ts';
import { textIn } from '../support/page.ts';

const siteWith = (texts: Site['texts']): Site => ({
  address: 'http://reeve.example.com',
  isSecure: false,
  texts,
  to: (path) => path,
});

const account = { username: 'ada', email: 'ada@example.com', is_admin: 0, is_two_factor_verified: 0 };
const session = { id: 'sess-1', owner: { kind: 'user', id: 'user-1', username: 'ada', isAdmin: false } } as const;

test('Each of the texts is shown as it was written, in its place', () => {
  const site = siteWith({ footer: '<b>Lighthouse & Co</b>', loginHelp: 'Ask "Tove"', newUser: "It's <new>" });

  const signIn = layout(site, signInPage(site, {})).toString();
  const start = layout(site, startPage(site, { account, organizations: [], total: 0, session })).toString();
  const settled = layout(site, startPage(site, { account, organizations: ['home'], total: 2, session })).toString();

  assert.match(textIn(signIn), /Sign in Ask "Tove" <b>Lighthouse & Co<\/b>$/);
  assert.match(textIn(start), /You are in no organization yet\. It's <new> Sign out <b>/);
  assert.match(textIn(settled), /Organizations home and 1 more Sign out/);
  assert.doesNotMatch(signIn + start, /<b>|<new>/);
});

test('Without texts there is nothing in their places', () => {
  const site = siteWith({});

  const page = layout(site, signInPage(site, {})).toString();

  assert.doesNotMatch(page, /<footer|class="[a-z]* ?own"/);
});
