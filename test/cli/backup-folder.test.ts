// Backups into a folder: file names, retention, the command that runs after each backup, and concurrent backups.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { type Environment, startProcess, tipstaff } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Creates an instance and a folder for its backups. */
const newInstance = async () => {
  const folder = await temporaryFolder();
  const inFolder = (name: string) => join(folder.path, name);
  const [dataDir, backups, more] = [inFolder('data'), inFolder('backups'), inFolder('more')];
  await Promise.all([backups, more].map((path) => mkdir(path)));
  const environment: Environment = { TIPSTAFF_DATA_DIR: dataDir, TIPSTAFF_LOG_LEVEL: 'error' };
  await tipstaff(['migrate'], environment);
  return { ...folder, folder: folder.path, backups, more, environment };
};

/** Writes a script that runs after each backup. */
const script = async (path: string, lines: string): Promise<string> => {
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o700);
  return path;
};

const form = /^tipstaff-\d{8}T\d{6}Z\.backup$/;
const old = (day: string) => `tipstaff-202001${day}T000000Z.backup`;

test('Only the configured number of backups is kept; no other file in the folder is deleted', async () => {
  await using instance = await newInstance();
  const { backups, environment } = instance;
  const others = ['notes.txt', 'tipstaff-20200101T000000Z.backup.part', `a-${old('01')}`];
  for (const name of [...others, old('01'), old('02'), old('03')]) await writeFile(join(backups, name), '');
  await mkdir(join(backups, old('04')));
  await symlink('notes.txt', join(backups, old('05')));

  const made = await tipstaff(['backup', '--to', backups, '--keep', '2', '--json'], environment);
  const left = (await readdir(backups)).sort();

  assert.equal(made.code, 0, made.stderr);
  const { file, deleted } = made.json();
  assert.match(file.slice(backups.length + 1), form);
  assert.deepEqual(deleted, [old('02'), old('01')]);
  assert.deepEqual(left, [...others, old('03'), old('04'), old('05'), file.slice(backups.length + 1)].sort());
  const target = { ...environment, TIPSTAFF_DATA_DIR: join(instance.folder, 'restored') };
  assert.equal((await tipstaff(['restore', file], target)).code, 0);
});

test('The newest backup is kept, even if the times of other backups are in the future', async () => {
  await using instance = await newInstance();
  const { backups, environment } = instance;
  const ahead = 'tipstaff-20990101T000000Z.backup';
  await writeFile(join(backups, ahead), '');

  const made = await tipstaff(['backup', '--to', backups, '--keep', '1', '--json'], environment);

  assert.deepEqual(await readdir(backups), [made.json().file.slice(backups.length + 1)]);
});

test('The command gets the path of each backup, but no environment variable of Tipstaff', async () => {
  await using instance = await newInstance();
  const { folder, backups, more, environment } = instance;
  const seen = join(folder, 'seen');
  const program = await script(join(folder, 'upload'), `echo "$#|$1|$2|\${TIPSTAFF_DATA_DIR-none}|$OTHER" >> ${seen}`);
  const run = (to: string, command: string) =>
    tipstaff(['backup', '--to', to, '--run', command, '--json'], { ...environment, OTHER: 'other' });

  const first = await run(backups, `${program} --copy={} $HOME`);
  const second = await run(more, program);

  assert.deepEqual([first.code, second.code], [0, 0], first.stderr + second.stderr);
  assert.deepEqual((await readFile(seen, 'utf8')).split('\n'), [
    `2|--copy=${first.json().file}|$HOME|none|other`,
    `1|${second.json().file}||none|other`,
    '',
  ]);
});

test('If the command fails, this is reported, the backup is kept, and nothing is deleted', async () => {
  await using instance = await newInstance();
  const { folder, backups, more, environment } = instance;
  for (const each of [backups, more]) await writeFile(join(each, old('01')), '');
  const failing = await script(join(folder, 'upload'), 'exit 3');
  const run = (to: string, command: string) =>
    tipstaff(['backup', '--to', to, '--keep', '1', '--run', command], environment);

  const failed = await run(backups, failing);
  const absent = await run(more, join(folder, 'absent'));

  assert.deepEqual([failed.code, absent.code], [1, 1]);
  assert.match(
    failed.stderr,
    /upload failed \(exit status 3\)\. The backup .*\.backup was kept, and no older backup was deleted\.$/m,
  );
  assert.match(absent.stderr, /absent cannot be run \(ENOENT\): correct the command of --run\./);
  for (const each of [backups, more]) assert.equal((await readdir(each)).length, 2);
});

test('With an interval, backups begin when the newest one is old enough, and a signal stops them', async () => {
  await using instance = await newInstance();
  const { backups, environment } = instance;
  await writeFile(join(backups, old('01')), '');

  const child = startProcess(['backup', '--to', backups, '--every', '1h', '--keep', '5', '--json'], environment);
  const [printed] = await once(child.stdout ?? child, 'data');
  child.kill('SIGTERM');
  await once(child, 'exit');
  const again = startProcess(['backup', '--to', backups, '--every', '1h'], environment);
  await pass(1_500);
  const isWaiting = again.exitCode === null;
  again.kill('SIGTERM');
  await once(again, 'exit');

  assert.match(JSON.parse(String(printed)).file.slice(backups.length + 1), form);
  assert.equal(isWaiting, true);
  assert.equal((await readdir(backups)).length, 2);
});

test('Options that contradict each other are refused', async () => {
  const refusals = [
    ['backup'],
    ['backup', 'file', '--to', '/tmp'],
    ['backup', 'file', '--keep', '2'],
    ['backup', 'file', '--run', 'true'],
    ['backup', '--to', '/tmp', '--keep', '0'],
    ['backup', '--to', '/tmp', '--every', '5s'],
    ['backup', '--to', '/tmp', '--every', 'hourly'],
  ];

  const outcomes = await Promise.all(refusals.map((words) => tipstaff(words)));

  const file = 'Name a new file, - for standard output, or a folder of backups with --to.\n';
  const folder = '--keep, --every and --run need a folder for the backups: add --to <folder>.\n';
  const interval = '--every must be a duration of a minute or more, such as 6h.\n';
  assert.deepEqual(
    outcomes.map(({ code, stderr }) => [code, stderr]),
    [file, file, folder, folder, '--keep must be a whole number, 1 or more.\n', interval, interval].map((text) => [
      2,
      text,
    ]),
  );
});
