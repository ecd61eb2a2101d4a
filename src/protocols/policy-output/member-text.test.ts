import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactly } from '../../lib/json/exact-json.ts';
import { memberText } from './member-text.ts';

test('A finding is shown as a sentence if it has a message, and otherwise as JSON', () => {
  const texts: Readonly<Record<string, string>> = {
    '"a bucket is public"': 'a bucket is public',
    '{"address": "aws_s3_bucket.logs", "message": "is public"}': 'aws_s3_bucket.logs: is public',
    '{"message": "aws_s3_bucket.logs is public", "address": "aws_s3_bucket.logs"}': 'aws_s3_bucket.logs is public',
    '{"resource": "a.b", "msg": "no", "size": 12345678901234567890}': 'a.b: no {"size":12345678901234567890}',
    '{"msg": "no", "details": {"at": "x"}}': 'no {"details":{"at":"x"}}',
    '{"msg": "no", "details": {"attribute": "x.y", "at": "z"}}': 'no. Attribute: x.y. {"details":{"at":"z"}}',
    '{"msg": "no", "metadata": {"severity": "HIGH", "id": ""}, "note": null}': 'no. Severity: high.',
    '{"address": "a.b", "attribute": "acl", "message": "a.b is public", "severity": "high", "fix": "Set acl to private."}':
      'a.b is public. Attribute: acl. Severity: high. Fix: Set acl to private.',
    '{"message": "acl is public!", "attribute": ["acl"], "remediation": "Make it private"}':
      'acl is public! Fix: Make it private',
    '{"msg": "no", "severity": "sev-2"}': 'no {"severity":"sev-2"}',
    '{"msg": 1, "address": "a.b"}': '{"msg":1,"address":"a.b"}',
    '["a", "b"]': '["a","b"]',
    '1.50': '1.50',
    null: 'null',
  };

  const read = Object.keys(texts).map((text) => [text, memberText(parseExactly(text))]);

  assert.deepEqual(Object.fromEntries(read), texts);
});
