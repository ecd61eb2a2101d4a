// Plain JavaScript for an old Node: whether the console was built from the present sources, and what builds it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fail, installPackages, textOf } from './packages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'console');
const dist = join(folder, 'dist');

const filesUnder = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesUnder(join(path, name)))
    : [path];

const sources = [
  'src',
  'used-styles.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'dev-proxy.ts',
];

const tools = ['console.js', 'bundled-packages.js'].map((name) => join(root, 'scripts', name));

const hashOf = (paths) => {
  const sum = createHash('sha256');
  for (const path of paths)
    sum
      .update(`${path.slice(root.length)}\n`)
      .update(readFileSync(path))
      .update('\n');
  return sum.digest('hex');
};

const description = join(root, 'docs/openapi.json');
/** Made from the description of the API, so it is no source. */
const schema = join(folder, 'src/api/schema.d.ts');

const sourceHash = () =>
  hashOf([...sources.flatMap((name) => filesUnder(join(folder, name))), ...tools].filter((path) => path !== schema));

/** Node.js 24, which the root's packages bring; the one that runs this where they do not. */
const node = () => {
  const own = join(root, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
};

const say = (text) => process.stdout.write(`${text}\n`);

const run = (what, program, args) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  fail(what);
};

/** The types of the client, for the type check; the build needs none. */
const describe = () => {
  const program = join(folder, 'node_modules/openapi-typescript/bin/cli.js');
  if (!existsSync(program)) return;
  const hash = hashOf([description]);
  if (textOf(schema).startsWith(`// ${hash}\n`)) return;
  say('Writing the types of the API...');
  run('the types of the API could not be written', node(), [program, description, '-o', schema]);
  writeFileSync(schema, `// ${hash}\n${readFileSync(schema, 'utf8')}`);
};

const compress = (path) => {
  const bytes = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
};

const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);

/** The pages whose scripts count as the first load, beside the start page, which is in the first script. */
const firstPages = ['src/pages/organizations/list.tsx'];

const font = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** The files of a page with all that they import, each once. */
const filesOf = (manifest, names, seen = new Set()) => {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    filesOf(manifest, manifest[name].imports ?? [], seen);
  }
  return [...seen].map((name) => nameOf(manifest[name].file));
};

/** Writes the file that the server reads: the names of the first files, and the hash of the sources that they were built from. */
const writeBuild = (hash) => {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  const build = {
    hash,
    script: nameOf(entry.file),
    styles: [nameOf(manifest['style.css'].file)],
    font: nameOf(manifest[font].file),
    preloads: (entry.imports ?? []).map((name) => nameOf(manifest[name].file)),
    initial: filesOf(manifest, firstPages),
  };
  copyFileSync(join(folder, 'node_modules/@fontsource-variable/inter/LICENSE'), join(dist, 'inter-license.txt'));
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify(build, null, 2)}\n`);
};

/** Builds the console where its sources are newer than what was built. */
export function buildConsole(wantsOnlyProduction) {
  const hash = sourceHash();
  const isBuilt = textOf(join(dist, 'build.json')).includes(`"hash": "${hash}"`);
  if (isBuilt && wantsOnlyProduction) return;
  installPackages(folder, 'what builds the console', wantsOnlyProduction);
  describe();
  if (isBuilt) return;
  say('Building the console...');
  run('the console could not be built', node(), [join(folder, 'node_modules/vite/bin/vite.js'), 'build']);
  const assets = filesUnder(join(dist, 'assets'));
  say('Compressing the console...');
  for (const path of assets) compress(path);
  writeBuild(hash);
}
