// `npm run release`: builds all artefacts of a release, or those that the arguments name, into `release/`. It publishes
// nothing.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Artefact, MakeContext, Release } from './artefact.ts';
import { artefactsOf } from './artefacts.ts';
import { engineProgram } from './engine-program.ts';
import { nodeSentence } from './node-program.ts';
import { writeProgram } from './program.ts';
import { writeProvenance } from './provenance.ts';
import { releaseOf } from './source.ts';
import { writeSums } from './sums.ts';
import { megabytes, say, seconds } from './words.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** For trial builds: allows uncommitted changes and commits whose tests have not passed. */
    'allow-dirty': { type: 'boolean', default: false },
    /** Declares that the engine packages will be in a registry before `tipstaff` is published. */
    published: { type: 'boolean', default: false },
  },
});
const release = await releaseOf({ isDirtyAllowed: values['allow-dirty'], isPublished: values.published });
say(await nodeSentence(release.root));
await build(artefactsOf(positionals), release);

async function build(artefacts: readonly Artefact[], release: Release): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const temporary = await mkdtemp(join(tmpdir(), 'tipstaff-release-'));
  stack.defer(() => rm(temporary, { recursive: true, force: true }));
  // Remove files that a build of an earlier commit left.
  await rm(release.folder, { recursive: true, force: true });
  await mkdir(release.folder);
  let program: Promise<string> | undefined;
  for (const artefact of artefacts) {
    const scratch = join(temporary, artefact.name);
    await mkdir(scratch);
    await make(artefact, {
      ...release,
      scratch,
      program: () => (program ??= writeProgram(release, join(temporary, 'program'))),
      engineProgram,
    });
  }
  await writeSums(release.folder);
  await writeProvenance(release, process.argv.slice(2));
}

/** Builds an artefact and prints a line for each of its files. */
async function make(artefact: Artefact, context: MakeContext): Promise<void> {
  const start = performance.now();
  const files = await artefact.make(context);
  const duration = performance.now() - start;
  for (const file of files) {
    const { size } = await stat(join(context.folder, file));
    say(`${artefact.name}: ${file}, ${megabytes(size)}, ${seconds(duration)}`);
  }
}
