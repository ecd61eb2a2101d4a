// `node test/lighthouse/main.ts`: what Lighthouse says of three pages of the console; it ends with status 1 where accessibility
// or best practices are below 95. npx brings Lighthouse: a hundred packages that nothing else needs.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { launchChromium } from '../support/chromium.ts';
import { cookieOf } from '../support/console.ts';
import { openConsoleScene } from '../support/console-scene.ts';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { freePort } from '../support/postgres.ts';
import { openWorld } from '../support/world.ts';

const version = '13.5.0';
const categories = ['accessibility', 'best-practices', 'performance'] as const;
const lowest = { accessibility: 95, 'best-practices': 95, performance: 0 } as const;

/** A report, as far as it is read; scores are from 0 to 1. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly runtimeError?: { readonly message: string };
}

const reportOf = async (page: string, port: number, cookie: string): Promise<Report> => {
  const options = [
    `--port=${port}`,
    `--extra-headers=${JSON.stringify({ cookie })}`,
    `--only-categories=${categories.join(',')}`,
    '--preset=desktop',
    '--output=json',
    '--quiet',
    '--disable-storage-reset',
    '--no-enable-error-reporting',
  ];
  const call = ['--yes', `lighthouse@${version}`, page, ...options];
  const { stdout } = await promisify(execFile)('npx', call, { maxBuffer: 100 * 2 ** 20 });
  return JSON.parse(stdout);
};

/** The scores of a page, from 0 to 100. */
const scoresOf = async (page: string, port: number, cookie: string) => {
  const report = await reportOf(page, port, cookie);
  if (report.runtimeError !== undefined) throw new Error(`${page}: ${report.runtimeError.message}`);
  return categories.map((name) => ({ name, score: Math.round((report.categories[name]?.score ?? 0) * 100) }));
};

const main = async (): Promise<void> => {
  await using world = await openWorld('sqlite');
  const { person, parameters } = await openConsoleScene(world);
  const cookie = await cookieOf(world, person);
  const port = await freePort();
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);
  try {
    const policy = `/app/organizations/works/policies/${parameters.policy?.[0]}`;
    for (const path of ['/', '/app/site/users', policy]) {
      const scores = await scoresOf(world.context.baseUrl() + path, port, cookie);
      process.stdout.write(`${path}: ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')}\n`);
      if (scores.some(({ name, score }) => score < lowest[name])) process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
};

await globalSetup();
try {
  await main();
} finally {
  await globalTeardown();
}
