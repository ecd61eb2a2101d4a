// What Lighthouse says of pages of the console. It runs in this process, on a Chromium of its own, and reports to nobody:
// only its command can do that.
import assert from 'node:assert/strict';
import { type Flags, navigation, type Result } from 'lighthouse';
import { type Browser, launch } from 'puppeteer-core';
import { chromiumCommand } from './chromium.ts';
import { cookieOf } from './console.ts';
import type { ConsoleScene } from './console-scene.ts';
import type { World } from './world.ts';

/** In milliseconds. A wait says what has to happen, not how fast: the machine may be busy. */
const patient = 10 * 60_000;

const settings: Flags = {
  formFactor: 'desktop',
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  disableStorageReset: true,
  maxWaitForFcp: patient,
  maxWaitForLoad: patient,
};

/**
 * Nothing is measured: the page is judged as soon as it is complete. The audit that is left out counts nothing, and it alone
 * needs a trace, which takes longer than all others together.
 */
const unmeasured: Flags = {
  disableFullPageScreenshot: true,
  skipAudits: ['baseline'],
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
};

/** As the desktop of Lighthouse: 40 ms away, 10 Mbit/s. */
const measured: Flags = {
  throttling: {
    rttMs: 40,
    throughputKbps: 10 * 1024,
    cpuSlowdownMultiplier: 1,
    requestLatencyMs: 0,
    downloadThroughputKbps: 0,
    uploadThroughputKbps: 0,
  },
};

type Category = 'accessibility' | 'best-practices' | 'performance';

export interface Judgement {
  readonly category: Category;
  /** From 0 to 100. */
  readonly score: number;
  /** The audits that took points away, each with the elements at fault. */
  readonly failures: readonly string[];
}

const snippetsOf = (details: unknown): readonly string[] => {
  const items: unknown = Reflect.get(Object(details), 'items');
  if (!Array.isArray(items)) return [];
  return items.map((item) => String(Reflect.get(Object(item.node), 'snippet') ?? JSON.stringify(item)));
};

const judgementOf = ({ categories, audits }: Result, category: Category): Judgement => {
  const { score = null, auditRefs = [] } = categories[category] ?? {};
  const failed = auditRefs
    .filter(({ weight }) => weight > 0)
    .flatMap(({ id }) => audits[id] ?? [])
    .filter((audit) => audit.scoreDisplayMode === 'error' || (audit.score !== null && audit.score < 1));
  const failures = failed.map(({ id, title, errorMessage = '', details }) =>
    [`${id}: ${title} ${errorMessage}`.trim(), ...snippetsOf(details)].join('\n  '),
  );
  return { category, score: Math.round((score ?? 0) * 100), failures };
};

const judge = async (browser: Browser, url: string, categories: readonly Category[]) => {
  const page = await browser.newPage();
  page.setDefaultTimeout(patient);
  const open = async (): Promise<void> => {
    await page.goto(url);
    await page.waitForSelector('main h1');
    await page.waitForSelector('[aria-label="Loading…"]', { hidden: true });
  };
  const speed = categories.includes('performance') ? measured : unmeasured;
  const flags = { ...settings, ...speed, onlyCategories: [...categories] };
  const result = (await navigation(page, open, { flags }))?.lhr;
  await page.close();
  assert.ok(result, url);
  assert.equal(result.runtimeError, undefined, url);
  assert.equal(result.finalDisplayedUrl, url);
  return categories.map((category) => judgementOf(result, category));
};

export interface Lighthouse extends AsyncDisposable {
  /** What is said of a page, one category after the other. */
  readonly judge: (path: string) => Promise<readonly Judgement[]>;
}

/** The pages that are judged: home, a list, and the editor. */
export const judgedPages = ({ parameters }: ConsoleScene): readonly string[] => [
  '/',
  '/app/site/users',
  `/app/organizations/works/policies/${parameters.policy?.[0]}`,
];

/** Lighthouse with a session of the person in the scene. */
export async function openLighthouse(
  world: World,
  { person }: ConsoleScene,
  categories: readonly Category[],
): Promise<Lighthouse> {
  const [name = '', ...value] = (await cookieOf(world, person)).split('=');
  const origin = world.context.baseUrl();
  const browser = await launch({
    ...(await chromiumCommand()),
    headless: 'shell',
    protocolTimeout: patient,
    timeout: patient,
  });
  await browser.setCookie({ name, value: value.join('='), domain: new URL(origin).hostname, httpOnly: true });
  return {
    judge: (path) => judge(browser, origin + path, categories),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
