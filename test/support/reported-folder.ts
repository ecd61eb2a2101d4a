// Policy folder for report tests. Its reports contain every type of result and all characters that are special in a
// report format.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Characters that XML does not allow, characters that end an entity reference, and characters that begin a command of a
 * CI runner.
 */
const nasty = 'a & <b> \\"c\\" \\u0001 \\ufffe \\u2028 % : , ]]>\\n::error::x';

/** Writes the policy folder, with a plan next to it. Returns the folder's path. */
export const reportedFolder = async (root: string): Promise<string> => {
  const folder = join(root, 'my #1 policies?');
  await mkdir(folder);
  const entries = [
    '  - {name: bad, query: data.bad.deny, enforcement-level: mandatory, description: "Not < this & \\"that\\""}',
    '  - {name: hint, query: data.hint.deny}',
    '  - {name: broken, query: data.broken.deny, enforcement-level: mandatory}',
    '  - {name: fine, query: data.fine.deny, enforcement-level: mandatory}',
    '  - {name: other, kind: native, enforcement-level: hard-mandatory}',
  ];
  const files = {
    'policies.yaml': `policies:\n${entries.join('\n')}\n`,
    'bad.rego': `package bad\n\ndeny := ["one", "${nasty}", {"address": "a.b"}]\n`,
    'hint.rego': 'package hint\n\ndeny := ["softly"]\n',
    'broken.rego': 'package broken\n\ndeny := 1 / 0 if input.plan\n',
    'fine.rego': 'package fine\n\ndeny := []\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await writeFile(join(root, 'plan.json'), '{"format_version":"1.2","resource_changes":[]}');
  return folder;
};
