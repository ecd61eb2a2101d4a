// A page of the console as a person sees it, in a real browser. What the policy of the page refuses, and what a script
// throws, fails the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { passwordHasher } from '../../src/domains/accounts/password-hashing/hasher.ts';
import { lendChromium } from './chromium.ts';
import { password, sessionClientOf } from './session.ts';
import type { Person, World } from './world.ts';

export interface Visit {
  /** Path where the visit begins; the start page by default. */
  readonly path?: string;
  readonly colors?: 'light' | 'dark';
  /** In CSS pixels; a desktop by default. */
  readonly width?: number;
  /** True if things move, as for people without a preference for less motion; false by default, which is quicker. */
  readonly moves?: boolean;
  /** A session's cookie in place of a new sign-in; empty for a visit without a session. */
  readonly cookie?: string;
}

/** Limit of a wait in ms: a wait says what has to happen, not how fast, since the machine may be busy. */
const patience = 10 * 60_000;

/** Somebody with a password, so that they can sign in. */
export const newPerson = (world: World, input: Parameters<World['person']>[0] = {}): Promise<Person> =>
  world.person({ password, ...input });

/** Gives a person a password, and another address if that is wanted. */
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

/** Somebody with a password and a username. */
interface Visitor {
  readonly user: Pick<Person['user'], 'username'>;
}

/** The cookie of a new session of a person. */
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

/** Collects the problems of a page; refused requests are the test's own business. */
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

/** Scripts of the page are texts: the tests' own types know no page. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  const { violatedDirective, blockedURI, sample } = event;
  console.error('Refused by the content security policy:', violatedDirective, blockedURI, sample);
});`;

/** Browsers keep these from pages without TLS, except those of the same machine, which these tests are. */
const withoutTls = 'delete Crypto.prototype.randomUUID; delete Crypto.prototype.subtle;';

/** Opens the console as a person and plays; fails where the page's policy refused something or a script threw. */
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
    // Errors thrown in the page explain what the play missed.
    await play(page).catch((error: unknown) => {
      throw problems.length === 0 ? error : new Error(problems.join('\n'), { cause: error });
    });
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

/** Waits until nothing of the page loads any more. */
export async function loaded(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByLabel('Loading…').first().waitFor({ state: 'detached' });
}

/** Waits until the element has the focus: after a dialog it comes back a moment after the dialog went. */
export const focused = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();

/** Waits until the focus is in a menu or a dialog, which gets the keys only then. */
export const focusedWithin = (inner: Locator): Promise<void> => inner.locator(':focus').waitFor({ state: 'attached' });

/** Waits until a locator has a number of elements, and fails if it has more. */
export async function hasCount(elements: Locator, count: number): Promise<void> {
  await elements.nth(count - 1).waitFor({ state: 'attached' });
  assert.equal(await elements.count(), count);
}

/** Waits for what no locator tells of a page. An element that is drawn again is looked up again. */
export async function until(page: Page, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isTrue())) {
    assert.ok(Date.now() < end, `what the test waits for does not happen on ${page.url()}`);
    await page.waitForTimeout(20);
  }
}

/** Waits until a field has a value. */
export const hasValue = (field: Locator, value: string): Promise<void> =>
  until(field.page(), async () => (await field.inputValue()) === value);

/** Types a text into an editor of code: in place of what is in it, or at its end. */
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

/** Waits until the choice of a list is an option: what Enter takes. */
export const chosenOption = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('option', { name }).and(page.locator('[data-combobox-selected]')).waitFor();

/** Turns a switch as a keyboard does: its input has no size that a pointer could meet. */
export const turn = (input: Locator): Promise<void> => input.press('Space');

/** Goes to another page as a link does: the document is not loaded again. */
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

// Without `preload` no style sheet is read again; a rule about locked orientation alone needs that.
const runAxe = (rules?: readonly string[]): string => {
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) };
  return `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
};

/** Rules whose result depends on the colours and the size of a page that is otherwise the same. */
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

/** Fails where a person with a disability meets a serious or critical obstacle, by all rules or by some. */
export async function assertAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const violations: readonly Violation[] = await page.evaluate(runAxe(rules));
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const lines = grave.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
  assert.deepEqual(lines, [], page.url());
}

/** Fails where the page is wider than the screen. */
export async function assertFits(page: Page): Promise<void> {
  const inner = Number(await page.evaluate('document.documentElement.scrollWidth'));
  const outer = Number(await page.evaluate('innerWidth'));
  assert.ok(inner <= outer, `${page.url()} is ${inner} pixels wide on a screen of ${outer}`);
}
