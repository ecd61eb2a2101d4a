// Go modules that are compiled to WebAssembly. They belong to the policy engine and to the HCL parser, which is in an
// npm package. Their licenses are stored in the repository, so that a release build does not need Go to find them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { pinnedGo } from '../engine/go.ts';
import type { Component, Part } from './component.ts';
import { licenseIn } from './licenses.ts';

/**
 * Path of the file with the licenses of the HCL parser's components. `scripts/release/parser-notices.ts` writes this
 * file.
 */
export const parserNotices = 'scripts/release/parser-notices.txt';

export interface GoModule {
  readonly name: string;
  readonly version: string;
  /** Checksum in the format of `go.sum`. */
  readonly sum: string;
}

export interface GoBuild {
  /** Version of Go that the program was built with. */
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

/** Markers before and after the build information in a Go program. */
const marks = ['3077af0c9274080241e1c107e6d618e6', 'f932433186182072008242104116d8f2'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

/** Returns the Go version and the versions of the modules that the HCL parser was built with. */
export async function parserBuild(root: string): Promise<GoBuild> {
  const packed = await readFile(join(root, 'node_modules/@cdktn/hcl2json/main.wasm.gz'));
  const program = await promisify(gunzip)(packed);
  const [, go = ''] = /go(1\.\d+\.\d+)/.exec(program.toString('latin1')) ?? [];
  return { go, modules: goModulesIn(program) };
}

/** Returns the modules that the build information of a Go program lists. Vendored modules have no checksum. */
export function goModulesIn(program: Buffer): readonly GoModule[] {
  const [start, end] = marks.map((mark) => program.indexOf(mark));
  const facts = program.subarray(start, end).toString('latin1');
  return [...facts.matchAll(/^dep\t(\S+)\t(\S+)\t(\S*)$/gm)].map(([, name = '', version = '', sum = '']) => ({
    name,
    version,
    sum,
  }));
}

const line = `${'-'.repeat(80)}\n`;

/** Parses notices in the format that `textOfNotices` in scripts/engine/notices.ts writes. */
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
      // The Go standard library has the name `std` in vulnerability databases.
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
