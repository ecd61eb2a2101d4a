import { deepEqual, equal, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { archiveOf, arriving } from '../../../test/support/archive.ts';
import { inspectArchive } from './inspect-archive.ts';
import { RefusedArchive } from './refused-archive.ts';

test('an archive tells what its module takes, gives and needs', async () => {
  const archive = archiveOf({
    'README.md': '# Buckets\n',
    'main.tf': 'variable "name" {\n  type = string\n  description = "As on the door"\n}\n',
    'outputs.tf': 'output "id" { value = 1 }\n',
  });

  const contents = await inspectArchive(arriving(archive));

  equal(contents.readme, '# Buckets\n');
  deepEqual(contents.inputs, [
    { name: 'name', type: 'string', description: 'As on the door', default: null, required: true, sensitive: false },
  ]);
  deepEqual(contents.outputs, [{ name: 'id', description: null, sensitive: false }]);
  deepEqual(contents.rootNames, ['README.md', 'main.tf', 'outputs.tf']);
});

test('an archive that is cut off is refused', async () => {
  const archive = archiveOf({ 'main.tf': '' });

  await rejects(inspectArchive(arriving(archive.subarray(0, -4))), RefusedArchive);
});
