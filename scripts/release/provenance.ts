// Provenance in the SLSA 1.0 format. The file contains one in-toto statement per line, one for each artefact. The
// statements are unsigned. They only record what a script on a maintainer's machine did, and prove nothing.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sha256 } from '../engine/sums.ts';
import type { Release } from './artefact.ts';
import { readSums } from './sums.ts';

/** Files that specify the exact versions of all external inputs of a build. */
const locks = [
  'package-lock.json',
  'console/package-lock.json',
  'site/package-lock.json',
  'policy-engine/go.mod',
  'policy-engine/go.sum',
];

/** Writes the provenance statements. They contain no times, so that two builds from the same commit are equal. */
export async function writeProvenance(release: Release, words: readonly string[]): Promise<void> {
  const predicate = await predicateOf(release, words);
  const statements = [...(await readSums(release.folder))].map(([name, sha256]) => ({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest: { sha256 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate,
  }));
  const lines = statements.map((statement) => `${JSON.stringify(statement)}\n`);
  await writeFile(join(release.folder, 'provenance.intoto.jsonl'), lines.join(''));
}

const predicateOf = async ({ root, commit, version }: Release, words: readonly string[]): Promise<object> => ({
  buildDefinition: {
    buildType: 'urn:tipstaff:npm-run-release:v1',
    externalParameters: { version, arguments: words },
    internalParameters: { node: process.version, npm: await versionOf('npm', '--version'), platform: process.platform },
    resolvedDependencies: [
      { name: 'source', digest: { gitCommit: commit } },
      ...(await Promise.all(
        locks.map(async (name) => ({ name, digest: { sha256: sha256(await readFile(join(root, name))) } })),
      )),
    ],
  },
  runDetails: { builder: { id: 'urn:tipstaff:local-script' } },
});

const versionOf = async (program: string, ...words: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, words)).stdout.trim();
