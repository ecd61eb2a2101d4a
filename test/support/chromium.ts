// Chromium from an npm package that includes its libraries and fonts, so nothing needs to be installed on the machine.
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const packed = join(modules, '@sparticuz/chromium/bin');

const unpackProgram = (target: string): Promise<void> =>
  pipeline(
    createReadStream(join(packed, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(target, { mode: 0o755 }),
  );

const unpackArchive = async (name: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const tar = spawn('tar', ['-xf', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => tar.once('close', resolve));
  const sent = pipeline(createReadStream(join(packed, name)), createBrotliDecompress(), tar.stdin);
  // tar may close its input before it has read the padding after the last file, so a write error is ignored. The exit
  // status of tar shows whether it succeeded.
  await sent.catch(() => undefined);
  if ((await ended) !== 0) throw new Error(`${name} could not be unpacked.`);
};

/** Unpacks this version of Chromium unless it is already unpacked. Returns its folder. */
export async function prepareChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(modules, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(modules, '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const half = `${folder}.${process.pid}`;
  await mkdir(half, { recursive: true });
  await Promise.all([
    unpackProgram(join(half, 'chromium')),
    unpackArchive('al2023.tar.br', half),
    unpackArchive('fonts.tar.br', half),
  ]);
  // A concurrent test run may have created the folder first.
  await rename(half, folder).catch(() => rm(half, { recursive: true }));
  return folder;
}

/** Returns the path of the Chromium binary, its arguments and its environment. */
async function chromiumCommand() {
  const folder = await prepareChromium();
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    // biome-ignore lint/style/noProcessEnv: the browser gets what this process has, and where its libraries are
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

/** Timeout in ms that is longer than any start takes, even on a slow machine. */
const patient = 10 * 60_000;

/** Time in ms for which an unused browser stays open, so that the next test of the process can reuse it. */
const idle = 2_000;

const state: { browser?: Promise<Browser>; users: number; timer?: NodeJS.Timeout } = { users: 0 };

const closeBrowser = async (): Promise<void> => {
  const { browser } = state;
  delete state.browser;
  await (await browser)?.close();
};

/**
 * Returns the address of the browser that all processes of the test run share; undefined if each process starts its own
 * browser.
 */
// biome-ignore lint/style/noProcessEnv: set by the global set-up
const sharedBrowser = (): string | undefined => process.env.TEST_BROWSER_ENDPOINT;

/** Starts a browser that all processes of a test run share. Each process has its own pages and cookies. */
export async function startSharedChromium(): Promise<AsyncDisposable & { readonly endpoint: string }> {
  const server = await chromium.launchServer({ ...(await chromiumCommand()), host: '127.0.0.1', timeout: patient });
  return { endpoint: server.wsEndpoint(), [Symbol.asyncDispose]: () => server.close() };
}

async function openBrowser(): Promise<Browser> {
  const endpoint = sharedBrowser();
  return endpoint === undefined
    ? chromium.launch({ ...(await chromiumCommand()), timeout: patient })
    : chromium.connect(endpoint, { timeout: patient });
}

/** Returns this process's browser. The browser stays open at least until the result is disposed of. */
export async function lendChromium(): Promise<AsyncDisposable & { readonly browser: Browser }> {
  clearTimeout(state.timer);
  state.users += 1;
  state.browser ??= openBrowser();
  const browser = await state.browser;
  return {
    browser,
    [Symbol.asyncDispose]: async () => {
      state.users -= 1;
      if (state.users === 0) state.timer = setTimeout(() => void closeBrowser(), idle);
    },
  };
}
