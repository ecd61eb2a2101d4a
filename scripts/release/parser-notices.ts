// Writes the licenses of the Go modules in the HCL parser, because the npm package of the parser does not include them.
// Requires Go. Run this script once for each version of the package.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { go } from '../engine/go.ts';
import { textOfNotices } from '../engine/notices.ts';
import { parserBuild, parserNotices } from './go-components.ts';
import { root } from './source.ts';

const { modules } = await parserBuild(root);
const components = [{ name: 'Go', path: (await go(root, ['env', 'GOROOT'])).trim() }];
for (const { name, version, sum } of modules) {
  const { Dir: path, Sum } = JSON.parse(await go(root, ['mod', 'download', '-json', `${name}@${version}`]));
  if (Sum !== sum) throw new Error(`The parser was not built from ${name} ${version}.`);
  components.push({ name: `${name} ${version}`, path });
}
await writeFile(join(root, parserNotices), await textOfNotices('parser of HCL', components));
