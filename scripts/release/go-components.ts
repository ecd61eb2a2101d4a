// Go modules in what is compiled to WebAssembly: the policy engine, and the parser of HCL that a package of npm brings. Their
// licenses are in files of the repository, which are written where Go is, so that a release needs no Go for them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { pinnedGo } from '../engine/go.ts';
import type { Component, Part } from './components.ts';
import { licenseIn } from './licenses.ts';

/** Licenses of what is in the parser, written by `scripts/release/parser-notices.ts`. */
export const parserNotices = 'scripts/release/parser-notices.txt';

export interface GoModule {
  readonly name: string;
  readonly version: string;
  /** The sum in the form of `go.sum`. */
  readonly sum: string;
}

export interface GoBuild {
  /** The version of Go. */
  readonly go: string;
  readonly modules: readonly GoModule[];
}

export async function engineComponents(root: string): Promise<readonly Component[]> {
  const notices = await readFile(join(root, 'policy-engine/dist/third-party-notices.txt'), 'utf8');
  const sums = await readFile(join(root, 'policy-engine/go.sum'), 'utf8');
  const modules = sums
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name = '', version = '', sum = '']) => ({ name, version, sum }));
  return componentsIn(notices, { go: (await pinnedGo()).slice('go'.length), modules }, 'policy-engine');
}

export async function parserComponents(root: string): Promise<readonly Component[]> {
  return componentsIn(await readFile(join(root, parserNotices), 'utf8'), await parserBuild(root), 'hcl2json');
}

/** Facts that Go writes into all that it builds, between two marks. */
const buildFacts =
  /\x30\x77\xaf\x0c\x92\x74\x08\x02\x41\xe1\xc1\x07\xe6\xd6\x18\xe6([\s\S]*?)\xf9\x32\x43\x31\x86\x18\x20\x72\x00\x82\x42\x10\x41\x16\xd8\xf2/;

/** The versions that the parser was built from. */
export async function parserBuild(root: string): Promise<GoBuild> {
  const packed = await readFile(join(root, 'node_modules/@cdktn/hcl2json/main.wasm.gz'));
  const program = await promisify(gunzip)(packed);
  const [, go = ''] = /go(1\.\d+\.\d+)/.exec(program.toString('latin1')) ?? [];
  return { go, modules: goModulesIn(program) };
}

/** Modules in a program; those that were vendored have no sum. Throws where it does not list them. */
export function goModulesIn(program: Buffer): readonly GoModule[] {
  const [, facts] = buildFacts.exec(program.toString('latin1')) ?? [];
  if (facts === undefined) throw new Error('A program of Go does not say what it was built from.');
  return [...facts.matchAll(/^dep\t(\S+)\t(\S+)\t(\S*)$/gm)].map(([, name = '', version = '', sum = '']) => ({
    name,
    version,
    sum,
  }));
}

const line = `${'-'.repeat(80)}\n`;

/** Reads what `textOfNotices` in scripts/engine/notices.ts wrote. */
function componentsIn(notices: string, { go, modules }: GoBuild, part: Part): readonly Component[] {
  const texts = new Map<string, string[]>();
  const blocks = notices.split(line).slice(1);
  for (let at = 0; at < blocks.length; at += 2) {
    for (const owner of (blocks[at] ?? '').trim().split('\n')) {
      texts.set(owner, [...(texts.get(owner) ?? []), (blocks[at + 1] ?? '').trim()]);
    }
  }
  return [...texts].map(([owner, own]) => {
    const [name = '', version] = owner.split(' ');
    const sum = modules.find((module) => module.name === name && module.version === version)?.sum;
    return {
      ecosystem: 'golang',
      // The library of Go has the name that databases of faults know.
      ...(version === undefined ? { name: 'std', version: go } : { name, version }),
      parts: [part],
      license: licenseIn(own),
      texts: own,
      source: version === undefined ? 'https://go.googlesource.com/go' : `https://${name.replace(/\/v\d+$/, '')}`,
      ...(sum !== undefined && { hash: sha256(sum) }),
    };
  });
}

const sha256 = (sum: string) => ({
  alg: 'SHA-256' as const,
  content: Buffer.from(sum.slice('h1:'.length), 'base64').toString('hex'),
});
