// Opens console pages in a real browser. A violation of the page's content security policy or an uncaught script error
// fails the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { passwordHasher } from '../../src/domains/accounts/password-hashing/hasher.ts';
import { lendChromium } from './chromium.ts';
import { password, sessionClientOf } from './session.ts';
import type { Person, World } from './world.ts';

export interface Visit {
  /** Path of the first page; by default the start page. */
  readonly path?: string;
  readonly colors?: 'light' | 'dark';
  /** Viewport width in CSS pixels; by default a desktop width. */
  readonly width?: number;
  /** Whether animations run. By default the browser requests reduced motion, which makes the tests faster. */
  readonly moves?: boolean;
  /** Session cookie to use instead of signing in; an empty text opens the page without a session. */
  readonly cookie?: string;
}

/** Timeout in ms for waiting. It is long, because a wait checks what happens and not how fast. */
const patience = 10 * 60_000;

/** Creates a user with a password, who can sign in. */
export const newPerson = (world: World, input: Parameters<World['person']>[0] = {}): Promise<Person> =>
  world.person({ password, ...input });

/** Sets a user's password and, if given, e-mail address. */
export async function givePassword(
  { context }: Pick<World, 'context'>,
  { user }: Pick<Person, 'user'>,
  rest: { readonly email?: string } = {},
): Promise<void> {
  const password_hash = await passwordHasher(context).hash(password);
  await context.database.transaction((tx) =>
    tx.run((db) =>
      db
        .updateTable('users')
        .set({ password_hash, ...rest })
        .where('id', '=', user.id),
    ),
  );
}

/** User with a password and a username. */
interface Visitor {
  readonly user: Pick<Person['user'], 'username'>;
}

/** Signs a user in and returns the session cookie. */
export async function cookieOf(world: Pick<World, 'url'>, { user }: Visitor): Promise<string> {
  const client = sessionClientOf(world.url);
  const { status } = await client.signIn(user.username);
  assert.equal(status, 201);
  return client.cookie();
}

const addCookie = async (context: BrowserContext, url: string, cookie: string): Promise<void> => {
  const [name = '', ...value] = cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url, sameSite: 'Lax', httpOnly: true }]);
};

/** Collects the errors that a page reports. The test itself must check for failed HTTP requests. */
const watch = (page: Page): readonly string[] => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`thrown: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return problems;
};

/** Scripts that run in the page are written as text, because the tests are compiled without browser types. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  const { violatedDirective, blockedURI, sample } = event;
  console.error('Refused by the content security policy:', violatedDirective, blockedURI, sample);
});`;

/**
 * These tests run on one machine, so browsers allow these functions without TLS. This script removes them, as browsers
 * do for pages from other machines.
 */
const withoutTls = 'delete Crypto.prototype.randomUUID; delete Crypto.prototype.subtle;';

/** Opens the console as a user and runs `play`. Fails on content security policy violations and script errors. */
export async function visit(
  world: Pick<World, 'url' | 'context'>,
  person: Visitor,
  options: Visit,
  play: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { path = '/', colors = 'light', width = 1280, moves = false, cookie = await cookieOf(world, person) } = options;
  await using lent = await lendChromium();
  const url = world.context.baseUrl();
  const context = await lent.browser.newContext({
    baseURL: url,
    colorScheme: colors,
    reducedMotion: moves ? 'no-preference' : 'reduce',
    viewport: { width, height: 900 },
  });
  try {
    if (cookie !== '') await addCookie(context, url, cookie);
    await context.addInitScript({ content: `${withoutTls} ${reportViolations}` });
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const problems = watch(page);
    await page.goto(path);
    // If the page reported errors, throw these instead of the test's own error, because they usually explain it.
    await play(page).catch((error: unknown) => {
      throw problems.length === 0 ? error : new Error(problems.join('\n'), { cause: error });
    });
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

/** Waits until the page has finished loading and shows the heading. */
export async function loaded(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByLabel('Loading…').first().waitFor({ state: 'detached' });
}

/** Waits until the element has the focus. After a dialog closes, the focus returns to the element with a delay. */
export const focused = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();

/** Waits until the focus is inside a menu or a dialog, so that it receives key presses. */
export const focusedWithin = (inner: Locator): Promise<void> => inner.locator(':focus').waitFor({ state: 'attached' });

/** Waits until a locator matches `count` elements, and fails if it matches more. */
export async function hasCount(elements: Locator, count: number): Promise<void> {
  await elements.nth(count - 1).waitFor({ state: 'attached' });
  assert.equal(await elements.count(), count);
}

/**
 * Waits for a condition that no locator can express. `isTrue` must look up its elements on every call, because the page
 * may replace them.
 */
export async function until(page: Page, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isTrue())) {
    assert.ok(Date.now() < end, `what the test waits for does not happen on ${page.url()}`);
    await page.waitForTimeout(20);
  }
}

/** Waits until a form field has a value. */
export const hasValue = (field: Locator, value: string): Promise<void> =>
  until(field.page(), async () => (await field.inputValue()) === value);

/** Types text into a code editor, either replacing its contents or appending to them. */
export async function writeCode(
  page: Page,
  name: string,
  text: string,
  key: 'Control+A' | 'Control+End' = 'Control+A',
): Promise<void> {
  const editor = page.getByRole('textbox', { name });
  await editor.click();
  await focused(editor);
  await page.keyboard.press(key);
  await page.keyboard.insertText(text);
}

/** Types into a combobox and clicks an option. If the list closes before the click, the text is typed again. */
export async function choose(box: Locator, text: string, name: string): Promise<void> {
  const option = box.page().getByRole('option', { name, exact: true });
  await until(box.page(), async () => {
    await box.fill('');
    await box.fill(text);
    return option.click({ timeout: 30_000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Waits until an option of a list is highlighted, so that Enter selects it. */
export const chosenOption = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('option', { name }).and(page.locator('[data-combobox-selected]')).waitFor();

/** Toggles a switch with the keyboard, because its input element has no clickable area. */
export const turn = (input: Locator): Promise<void> => input.press('Space');

/** Navigates to another page as a link does, without reloading the document. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const router = self.__TSR_ROUTER__;
    const unsubscribe = router.subscribe('onRendered', () => {
      unsubscribe();
      done();
    });
    router.history.push(${JSON.stringify(path)});
  })`);
  await loaded(page, /./);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// `preload: false` avoids loading the style sheets again. Only the rule about locked screen orientation needs them.
const runAxe = (rules?: readonly string[]): string => {
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) };
  return `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
};

/** Accessibility rules whose result depends on a page's colors and size. */
export const rulesOfLooks = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
] as const;

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Fails if the page has serious or critical accessibility violations of the given rules, or of any rule by default. */
export async function assertAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const violations: readonly Violation[] = await page.evaluate(runAxe(rules));
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const lines = grave.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
  assert.deepEqual(lines, [], page.url());
}

/** Fails if the page is wider than the viewport. */
export async function assertFits(page: Page): Promise<void> {
  const inner = Number(await page.evaluate('document.documentElement.scrollWidth'));
  const outer = Number(await page.evaluate('innerWidth'));
  assert.ok(inner <= outer, `${page.url()} is ${inner} pixels wide on a screen of ${outer}`);
}
