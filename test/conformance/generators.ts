// `npm run test:conformance -- generators`: generates clients from the API description with common generators, in
// Python, Go and TypeScript, and checks that the clients compile. pip installs the generators into a separate
// environment. Languages whose tools are missing on the machine are skipped.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMissing, run } from './clients.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const description = at('../../docs/openapi.json');
const typescript = at('../../node_modules/typescript/bin/tsc');

/** Folder for generated clients, and the Python environment with the generators. */
interface Place {
  readonly folder: string;
  readonly python: string;
}

interface Generated {
  readonly name: string;
  /**
   * Generates a client and compiles it. Throws if either step fails. Returns the operations that the generator omitted.
   */
  readonly make: (place: Place) => Promise<readonly string[]>;
}

const timeout = 600_000;
const maxBuffer = 64 * 1024 * 1024;

const call = (program: string, words: readonly string[], cwd: string) =>
  run(program, [...words], { cwd, timeout, maxBuffer });

/** Generates a client with openapi-generator. The pip package includes Java, so it need not be installed. */
const generate = ({ folder, python }: Place, language: string, options: readonly string[] = []) =>
  call(
    join(folder, 'environment/bin/openapi-generator-cli'),
    ['generate', '-i', description, '-g', language, '-o', join(folder, language), ...options],
    folder,
  ).then(() => python);

/**
 * Warning that openapi-python-client prints about responses that are neither JSON nor text. It does not support such
 * responses by design.
 */
const otherContent = /Unsupported content_type/;

const pythonClient: Generated = {
  name: 'openapi-python-client',
  make: async ({ folder, python }) => {
    const client = join(folder, 'client');
    const words = ['generate', '--path', description, '--output-path', client, '--meta', 'none'];
    const { stdout, stderr } = await call(join(folder, 'environment/bin/openapi-python-client'), words, folder);
    await call(python, ['-m', 'compileall', '-q', client], folder);
    return `${stdout}${stderr}`
      .split(/^(?=WARNING|Unable)/m)
      .filter((part, index) => index > 0 && !otherContent.test(part));
  },
};

const generatedClients: readonly Generated[] = [
  pythonClient,
  {
    name: 'openapi-generator python',
    make: async (place) => {
      const python = await generate(place, 'python');
      await call(python, ['-m', 'compileall', '-q', join(place.folder, 'python/openapi_client')], place.folder);
      return [];
    },
  },
  {
    name: 'openapi-generator go',
    make: async (place) => {
      await generate(place, 'go', ['--global-property', 'apiTests=false,modelTests=false']);
      await call('go', ['mod', 'tidy'], join(place.folder, 'go'));
      await call('go', ['build', './...'], join(place.folder, 'go'));
      return [];
    },
  },
  {
    name: 'openapi-generator typescript-fetch',
    make: async (place) => {
      await generate(place, 'typescript-fetch');
      const words = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'preserve', '--lib', 'es2022,dom'];
      await call(
        process.execPath,
        [typescript, ...words, join(place.folder, 'typescript-fetch/index.ts')],
        place.folder,
      );
      return [];
    },
  },
];

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/** Prints whether a generated client was compiled, was skipped or failed. */
async function report({ name, make }: Generated, place: Place): Promise<void> {
  try {
    const left = await make(place);
    say(left.length === 0 ? `${name}: compiles` : `${name}: leaves out\n${left.join('\n')}`);
    if (left.length > 0) process.exitCode = 1;
  } catch (error) {
    if (isMissing(error)) return say(`${name}: skipped, because a program is missing on this machine`);
    say(`${name}: ${String(Object(error).stdout)}${String(Object(error).stderr)}`.slice(0, 4_000));
    process.exitCode = 1;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'tipstaff-generators-'));
try {
  await call('python3', ['-m', 'venv', join(folder, 'environment')], folder);
  const python = join(folder, 'environment/bin/python');
  const requirements = at('./generators/requirements.txt');
  say(`Generators: ${(await readFile(requirements, 'utf8')).trim().replaceAll('\n', ', ')}`);
  await call(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], folder);
  for (const client of generatedClients) await report(client, { folder, python });
} catch (error) {
  if (!isMissing(error)) throw error;
  say('Skipped, because there is no Python on this machine.');
} finally {
  await rm(folder, { recursive: true, force: true });
}
