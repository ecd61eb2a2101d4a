// Implements `npm run release`, which builds the artefacts of a release into `release/`. Arguments limit the build to
// the artefacts that they name. Nothing is published.
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
    /** Allows uncommitted changes, and commits whose tests have not passed. Only for trial builds. */
    'allow-dirty': { type: 'boolean', default: false },
    /** Declares that the engine packages will be in an npm registry before `tipstaff` is published. */
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
  // This removes files from a build of an earlier commit.
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
