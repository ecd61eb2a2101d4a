// Writes what is made from the code: the API description and the README's table of variables. `--check` only compares.
import { readFile, writeFile } from 'node:fs/promises';
import { documentedVariables } from '../src/config.ts';
import { servedWith } from '../src/domains/index.ts';
import { describeApi } from '../src/http/openapi.ts';
import { sessionCookieName } from '../src/http/session-cookie.ts';
import { neutral } from '../src/jsonapi/vocabulary.ts';
import { version } from '../src/lib/version.ts';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const read = (path: string): Promise<string> => readFile(at(path), 'utf8').catch(() => '');

const description = (): string => {
  const { routes, includable } = servedWith(neutral);
  const sessionCookie = sessionCookieName('http://127.0.0.1');
  return `${JSON.stringify(describeApi(routes, includable, { version, sessionCookie }), null, 2)}\n`;
};

const variablesTable = (): string => {
  const rows = documentedVariables.map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  );
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
};

const tableMarks = /(<!-- variables -->\n)[\s\S]*?(\n<!-- \/variables -->)/;

const generated: Readonly<Record<string, () => Promise<string>>> = {
  'docs/openapi.json': async () => description(),
  'README.md': async () =>
    (await read('README.md')).replace(tableMarks, (_, start, end) => `${start}${variablesTable()}${end}`),
};

const isCheck = process.argv.includes('--check');
for (const [path, make] of Object.entries(generated)) {
  const wanted = await make();
  if ((await read(path)) === wanted) continue;
  if (isCheck) {
    process.stderr.write(`${path} is not up to date; run "npm run generate".\n`);
    process.exitCode = 1;
  } else {
    await writeFile(at(path), wanted);
    process.stdout.write(`${path} written\n`);
  }
}
