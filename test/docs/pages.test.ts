// Runs the commands on all documentation pages and compares their output. Commands that are marked with a reason are
// not run.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/temporary.ts';
import { type Block, blocksOf, type Commands, commandsOf, patternOf } from './blocks.ts';
import { openService, sampleAddress } from './services.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()].filter(
  (path) => !path.startsWith('docs/decisions/'),
);

/** Pages whose commands are run by another test. */
const elsewhere: readonly string[] = ['docs/api.md'];

const pages = await Promise.all(
  documents.map(async (path) => {
    const blocks = blocksOf(await readFile(join(root, path), 'utf8'));
    return { path, blocks, commands: commandsOf(blocks) };
  }),
);

const isRun = ({ mark }: Commands): boolean => mark === undefined;

const home = process.cwd();
afterEach(() => process.chdir(home));

test('Every code block has a language, and every command that is not run has a reason', (t) => {
  const faults = pages.flatMap(({ path, blocks, commands }) => [
    ...blocks.filter(({ language }) => language === '').map(({ line }) => `${path}:${line} names no language`),
    ...blocks.filter(isUnmarkedShell).map(({ line }) => `${path}:${line} is a command in a block without "sh"`),
    ...commands
      .filter(({ mark }) => mark !== undefined && mark.split(' ').length < 3)
      .map(({ line }) => `${path}:${line} has no reason why it is not run`),
  ]);
  const all = pages.flatMap(({ commands }) => commands);

  for (const { path, commands } of pages) {
    if (commands.length === 0) continue;
    const run = commands.filter(isRun).length;
    t.diagnostic(`${path}: ${run} blocks of commands run, ${commands.length - run} marked`);
  }
  t.diagnostic(`In all: ${all.filter(isRun).length} run, ${all.length - all.filter(isRun).length} marked`);
  assert.deepEqual(faults, []);
  assert.ok(all.filter(isRun).length > all.length / 2);
});

/** Whether a block contains a prompt or a Tipstaff command but is not marked as a block of commands. */
const isUnmarkedShell = ({ language, text }: Block): boolean =>
  language !== 'sh' && language !== 'bash' && /^(\$ |(npx (--no )?)?tipstaff [a-z])/.test(text);

async function assertTrue(terminal: Terminal, where: string, commands: Commands): Promise<void> {
  const { code, stdout, stderr } = await terminal(commands.text.replaceAll(/npx (--no )?tipstaff /g, 'tipstaff '));
  const context = `${where}:${commands.line}\n${stdout}${stderr}`;
  if (commands.output !== undefined) assert.match(stdout, patternOf(commands.output), context);
  assert.equal(code, commands.status, context);
}

for (const { path, blocks, commands } of pages) {
  if (elsewhere.includes(path) || !commands.some(isRun)) continue;

  test(`The commands in ${path} have the documented output`, async () => {
    await using folder = await temporaryFolder();
    await using service = await openService(path, commands.filter(isRun), folder.path);
    const terminal = await openTerminal(
      folder.path,
      blocks.flatMap((block) => block.path ?? []),
    );
    const there: Terminal = async (text) => {
      const typed = await terminal(service.filledIn(text));
      return { ...typed, stdout: typed.stdout.replaceAll(service.url, sampleAddress) };
    };

    for (const block of blocks) {
      const shell = commands.find(({ line }) => line === block.line);
      if (shell !== undefined && isRun(shell)) await assertTrue(there, path, shell);
      if (shell !== undefined || block.path === undefined) continue;
      await mkdir(dirname(join(folder.path, block.path)), { recursive: true });
      await writeFile(join(folder.path, block.path), block.text);
    }
  });
}
