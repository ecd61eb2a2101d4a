import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { batchedLines } from './log-lines.ts';

const newLog = () => {
  const [kept, written]: [string[], string[]] = [[], []];
  const destination = {
    write: (line: string) => kept.push(JSON.parse(line).msg),
    flush: () => void written.push(kept.splice(0).join(', ')),
  };
  return { log: pino({}, batchedLines(destination)), written };
};

test('Lines within a short time are written together', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { log, written } = newLog();

  log.info('one');
  log.info('two');
  t.mock.timers.tick(49);
  const before = [...written];
  t.mock.timers.tick(1);
  log.info('three');
  t.mock.timers.tick(50);

  assert.deepEqual([before, written], [[], ['one, two', 'three']]);
});

test('A warning is written immediately, together with the lines before it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { log, written } = newLog();

  log.info('one');
  log.warn('two');
  log.error('three');

  assert.deepEqual(written, ['one, two', 'three']);
});
