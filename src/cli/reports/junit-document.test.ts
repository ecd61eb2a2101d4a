import assert from 'node:assert/strict';
import { test } from 'node:test';
import { junitReport } from './junit-document.ts';

test('A text in a report cannot contain an attachment that a report viewer would show', () => {
  const text = '[[ATTACHMENT|/etc/passwd]] [[attachment|a]] [[other]]';
  const fault = { kind: 'failure', message: text, type: 'mandatory', text } as const;

  const report = junitReport([
    { name: text, cases: [{ name: text, classname: 'a', duration: 1, fault, output: text }] },
  ]);

  assert.doesNotMatch(report, /\[\[ATTACHMENT/i);
  assert.ok(report.includes('[ [ATTACHMENT|/etc/passwd]] [ [attachment|a]] [[other]]'), report);
});
