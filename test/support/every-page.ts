// Opens every page of the console in a real browser and reports what each page shows and how it loads. The addresses
// are read from the console's table of routes, so new pages are visited without a change of this file.
import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { follow, loaded, until, visit } from './console.ts';
import type { Person, World } from './world.ts';

/** Values of path parameters, by parameter name. Each page is opened with each value. */
export type PageParameters = Readonly<Record<string, readonly string[]>>;

/** What a page shows and how it loaded. */
export interface PageReport {
  readonly address: string;
  /** Title of the document. */
  readonly title: string;
  readonly heading: string;
  /** Visible text of the page without the header and the navigation. */
  readonly text: string;
  /** Texts of the alerts of the page. */
  readonly alerts: readonly string[];
  /** Names of the buttons of the page, and of the links that look like buttons. */
  readonly buttons: readonly string[];
  /** Sum of the page's layout shift scores. */
  readonly shift: number;
  /** Elements that were moved by content that loaded late, with the score of each move. */
  readonly moved: readonly string[];
  /** Errors in the browser's console. A request that the service refuses is one of them. */
  readonly errors: readonly string[];
  /** Status, method and path of the requests that the service refused, such as `404 GET /api/v2/policies/pol-1`. */
  readonly refused: readonly string[];
}

/** Sizes of screens in CSS pixels. */
const screens = { desktop: { width: 1280, height: 850 }, phone: { width: 390, height: 844 } } as const;

/** Returns the paths of a route, one for each value of the route's parameters. */
const addressesOf = (route: string, parameters: PageParameters): readonly string[] => {
  const [written, name = ''] = /\$(\w+)/.exec(route) ?? [];
  if (written === undefined) return [route];
  const values = parameters[name] ?? [];
  assert.ok(values.length > 0, `${route}: test/support/console-scene.ts has no value of ${written}`);
  return values.flatMap((value) => addressesOf(route.replace(written, value), parameters));
};

/** Returns the addresses of all pages. The browser must show a page of the console. */
export async function everyAddress(page: Page, parameters: PageParameters): Promise<readonly string[]> {
  const routes: readonly string[] = await page.evaluate('Object.keys(self.__TSR_ROUTER__.routesByPath)');
  const addresses = routes.flatMap((route) => addressesOf(route, parameters));
  assert.ok(addresses.length > 40, `${addresses.length} pages`);
  return addresses;
}

/** Script that collects the layout shifts of a page in `self.shifts`, and the elements that moved in `self.moved`. */
const watchShifts = `self.shifts = 0;
self.moved = [];
const described = ({ node, previousRect: from, currentRect: to }) => {
  const element = node instanceof Element ? node : node?.parentElement;
  const text = (element?.textContent ?? '').slice(0, 40);
  const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  return \`<\${element?.localName ?? 'removed'} class="\${element?.className}"> "\${text}" from \${at(from)} to \${at(to)}\`;
};
const add = (entries) => {
  for (const { value, hadRecentInput, sources } of entries) {
    if (hadRecentInput) continue;
    self.shifts += value;
    self.moved.push(value.toFixed(3) + ': ' + sources.map(described).join('; '));
  }
};
const observer = new PerformanceObserver((list) => add(list.getEntries()));
observer.observe({ type: 'layout-shift', buffered: true });
self.allShifts = () => add(observer.takeRecords());`;

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Waits until a page has received the responses to all of its requests and shows them. */
async function settled(page: Page, running: ReadonlySet<Request>): Promise<void> {
  await loaded(page, /./);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await until(page, async () => {
    if (running.size > 0) return false;
    await page.evaluate(twoFrames);
    return running.size === 0 && (await page.getByLabel('Loading…').count()) === 0;
  });
}

/** Collects requests and errors of a page. */
const watch = (page: Page) => {
  const running = new Set<Request>();
  const refused: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => running.add(request));
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  page.on('response', (response) => {
    const method = response.request().method();
    if (response.status() >= 400) refused.push(`${response.status()} ${method} ${new URL(response.url()).pathname}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { running, refused, errors };
};

/** Opens the page at an address, for example with a new document. */
type Open = (address: string) => Promise<unknown>;

async function reportOf(
  page: Page,
  address: string,
  watched: ReturnType<typeof watch>,
  open: Open,
): Promise<PageReport> {
  const { running, refused, errors } = watched;
  for (const list of [refused, errors]) list.length = 0;
  running.clear();
  await open(address);
  await settled(page, running);
  await page.evaluate('self.allShifts()');
  return {
    address,
    title: await page.title(),
    heading: await page.getByRole('heading', { level: 1 }).innerText(),
    text: await page.locator('main').innerText(),
    alerts: await page.locator('main').getByRole('alert').allInnerTexts(),
    buttons: await page.locator('main .mantine-Button-root').allInnerTexts(),
    shift: Number(await page.evaluate('self.shifts')),
    moved: await page.evaluate('self.moved'),
    errors: [...errors],
    refused: [...refused],
  };
}

/** Latency in ms of each request on a slow network. */
const slowLatency = 40;

/** Removes the browser's cache and delays each request, so that the browser paints each state of a page. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...unlimited, latency: slowLatency });
}

interface Tour {
  readonly parameters: PageParameters;
  readonly screen?: keyof typeof screens;
  /** Whether each page is loaded with a new document, without a cache and on a slow network. */
  readonly isSlow?: boolean;
  /** Pages to visit, by address; by default all pages. */
  readonly isVisited?: (address: string) => boolean;
  /** Called before the first page is opened, for example to refuse requests. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Opens every page as a person. Fails if a page throws an error. */
export async function visitEveryPage(
  world: Pick<World, 'url' | 'context'>,
  { user }: Pick<Person, 'user'>,
  { parameters, screen = 'desktop', isSlow = false, isVisited = () => true, prepare }: Tour,
): Promise<readonly PageReport[]> {
  const reports: PageReport[] = [];
  await visit(world, { user }, { path: '/app/no/such/page' }, async (page) => {
    await loaded(page, 'Not found');
    const addresses = await everyAddress(page, parameters);
    await page.setViewportSize(screens[screen]);
    await page.addInitScript({ content: watchShifts });
    if (isSlow) await slowDown(page);
    await prepare?.(page);
    await page.reload();
    await loaded(page, 'Not found');
    const watched = watch(page);
    const open: Open = (address) => (isSlow ? page.goto(address) : follow(page, address));
    for (const address of addresses.filter(isVisited)) reports.push(await reportOf(page, address, watched, open));
  });
  return reports;
}
