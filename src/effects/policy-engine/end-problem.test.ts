import { equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { endProblem } from './end-problem.ts';
import { EngineEnded } from './engine-process.ts';

const prefix = 'the policy engine ended unexpectedly';
const messageOf = (report: string): string => endProblem(new EngineEnded('crash', report), { memory: 1 }).message;

/** Returns the error output of Node.js for a program that fails. */
const reportOf = (code: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', code], (_error, _stdout, stderr) => resolve(stderr));
  });

test('a crash shows the error without locations in the files of Node.js', async () => {
  const missing = await reportOf("import { readFileSync } from 'node:fs'; readFileSync('/nowhere/engine');");
  const coded = await reportOf("Buffer.alloc('x')");

  equal(messageOf(missing), `${prefix}: Error: ENOENT: no such file or directory, open '/nowhere/engine'`);
  equal(messageOf(coded).startsWith(`${prefix}: TypeError [ERR_INVALID_ARG_TYPE]: The "size" argument must be`), true);
});

test('a stack overflow is reported with the stack size and likely causes', () => {
  const { code, message } = endProblem(new EngineEnded('stack', 'RangeError: Maximum call stack size exceeded'), {
    memory: 512,
  });

  equal(code, 'stack');
  equal(
    message,
    'the policy engine needed more than 256 MiB of stack, because documents with too many values are compared or the code is nested too deeply',
  );
});

test('a crash shows the first line of any other report', () => {
  equal(messageOf(''), prefix);
  equal(messageOf('\nspawn /nowhere ENOENT'), `${prefix}: spawn /nowhere ENOENT`);
  equal(messageOf('panic: out of luck\n\ngoroutine 1\nError: exit 2\n'), `${prefix}: panic: out of luck`);
  equal(
    messageOf('node:internal/modules/run_main:107\n    trigger(\n    ^\ntext'),
    `${prefix}: node:internal/modules/run_main:107`,
  );
});
