// Checks that the third-party notices contain every component of the program, and that the bill of materials lists the
// contents of the artefacts.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { thisPlatform } from '../../src/effects/policy-engine/native-program.ts';
import type { CheckContext, Proof } from './artefact.ts';
import type { ListedComponent, Part } from './component.ts';
import { executableName, executablePlatforms } from './executable-name.ts';
import { packagesOfRelease } from './image-packages.ts';
import { nodeComponentsIn } from './node-components.ts';
import { noticesFile } from './notices.ts';

export const billName = (version: string): string => `tipstaff-${version}.cdx.json`;

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly properties: readonly { readonly name: string; readonly value: Part }[];
}

/**
 * Parts whose licenses the notices do not list for each component. Node.js has one text for all its components, and the
 * image contains license files.
 */
const others: ReadonlySet<Part> = new Set(['executable', 'image']);

export async function checkInventory(context: CheckContext): Promise<readonly Proof[]> {
  const { folder, version } = context;
  const file = billName(version);
  const { components }: { readonly components: readonly Entry[] } = JSON.parse(
    await readFile(join(folder, file), 'utf8'),
  );
  const notices = await readFile(join(folder, noticesFile), 'utf8');
  const ofProgram = components.filter(({ properties }) => properties.some(({ value }) => !others.has(value)));
  const missing = ofProgram.filter((entry) => !notices.includes(`\n${entry.name} ${entry.version} (`));
  assert.deepEqual(missing, [], 'The notices of some components are missing.');
  assert.deepEqual(namesIn(components, 'image'), namesOf(await packagesOfRelease(context)));
  return [{ file: noticesFile }, { file }, await proveNode(context, components)];
}

/**
 * Compares the library versions in the executable with the bill of materials. The versions are read from the diagnostic
 * report that the executable writes when it fails to load a file.
 */
async function proveNode({ folder, version, scratch }: CheckContext, components: readonly Entry[]): Promise<Proof> {
  const [file, variant] = [billName(version), 'Node.js'];
  const platform = executablePlatforms.find((each) => each === thisPlatform);
  const path = join(folder, executableName(version, platform ?? 'linux-x64'));
  if (platform === undefined) return { file, variant, notRun: `this machine is ${thisPlatform}` };
  if (!existsSync(path)) return { file, variant, notRun: 'the executable is not among the artefacts' };
  const options = '--report-uncaught-exception --report-compact --report-filename=report.json';
  await promisify(execFile)(path, [`--node-options=${options}`, 'tipstaff:nothing'], { cwd: scratch }).catch(() => {});
  const { header } = JSON.parse(await readFile(join(scratch, 'report.json'), 'utf8'));
  assert.deepEqual(namesIn(components, 'executable'), namesOf(nodeComponentsIn(header.componentVersions)));
  return { file, variant };
}

const isIn = ({ properties }: Entry, part: Part): boolean => properties.some(({ value }) => value === part);

const namesOf = (components: readonly Pick<ListedComponent, 'name' | 'version'>[]): readonly string[] =>
  components.map(({ name, version }) => `${name} ${version}`).sort();

const namesIn = (components: readonly Entry[], part: Part): readonly string[] =>
  namesOf(components.filter((entry) => isIn(entry, part)));
