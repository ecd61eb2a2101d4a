// Components of the executables that come from Node.js: Node.js itself, and the libraries that it contains.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { thisPlatform } from '../../src/effects/policy-engine/native-program.ts';
import type { MakeContext } from './artefact.ts';
import type { ListedComponent } from './component.ts';
import { nodeProgram } from './node-program.ts';

/** Properties of a library that are missing in `process.versions` of Node.js. */
interface Library {
  readonly name: string;
  /** SPDX license identifier. Undefined if the library is in the public domain. */
  readonly license?: string;
  /** Vendor and product in the National Vulnerability Database. Undefined if the database does not list the library. */
  readonly product?: string;
  readonly ecosystem?: 'npm';
}

/** Libraries by their keys in `process.versions`. */
const libraries: Readonly<Record<string, Library>> = {
  acorn: { name: 'acorn', license: 'MIT', ecosystem: 'npm' },
  ada: { name: 'ada', license: 'MIT', product: 'ada-url:ada' },
  amaro: { name: 'amaro', license: 'MIT', ecosystem: 'npm' },
  ares: { name: 'c-ares', license: 'MIT', product: 'c-ares:c-ares' },
  brotli: { name: 'brotli', license: 'MIT', product: 'google:brotli' },
  cldr: { name: 'cldr', license: 'Unicode-3.0' },
  icu: { name: 'icu', license: 'Unicode-3.0', product: 'unicode:international_components_for_unicode' },
  llhttp: { name: 'llhttp', license: 'MIT', product: 'llhttp:llhttp' },
  merve: { name: 'merve', license: 'MIT' },
  nbytes: { name: 'nbytes', license: 'MIT' },
  ncrypto: { name: 'ncrypto', license: 'MIT' },
  nghttp2: { name: 'nghttp2', license: 'MIT', product: 'nghttp2:nghttp2' },
  nghttp3: { name: 'nghttp3', license: 'MIT' },
  ngtcp2: { name: 'ngtcp2', license: 'MIT' },
  node: { name: 'node', license: 'MIT', product: 'nodejs:node.js' },
  openssl: { name: 'openssl', license: 'Apache-2.0', product: 'openssl:openssl' },
  simdjson: { name: 'simdjson', license: 'Apache-2.0', product: 'simdjson:simdjson' },
  simdutf: { name: 'simdutf', license: 'MIT' },
  sqlite: { name: 'sqlite', license: 'blessing', product: 'sqlite:sqlite' },
  tz: { name: 'tzdata' },
  undici: { name: 'undici', license: 'MIT', ecosystem: 'npm' },
  unicode: { name: 'unicode-data', license: 'Unicode-3.0' },
  uv: { name: 'libuv', license: 'MIT', product: 'libuv:libuv' },
  uvwasi: { name: 'uvwasi', license: 'MIT' },
  v8: { name: 'v8', license: 'BSD-3-Clause', product: 'google:v8' },
  zlib: { name: 'zlib', license: 'Zlib', product: 'zlib:zlib' },
  zstd: { name: 'zstd', license: 'BSD-3-Clause', product: 'facebook:zstandard' },
};

/** Keys in `process.versions` that contain versions of Node.js interfaces instead of libraries. */
const interfaces: ReadonlySet<string> = new Set(['modules', 'napi']);

/** Returns the components in the Node.js binary. The components are the same on all platforms. */
export async function nodeComponents(
  context: Pick<MakeContext, 'root' | 'scratch'>,
): Promise<readonly ListedComponent[]> {
  const program = await nodeProgram(thisPlatform, context);
  const { stdout } = await promisify(execFile)(program, ['--print', 'JSON.stringify(process.versions)']);
  return nodeComponentsIn(JSON.parse(stdout));
}

/**
 * Returns the components that `process.versions` of Node.js lists. Throws if `libraries` does not contain one of them.
 */
export function nodeComponentsIn(versions: Readonly<Record<string, string>>): readonly ListedComponent[] {
  // The version is empty if Node.js was built without the library.
  const present = Object.entries(versions).filter(([key, version]) => version !== '' && !interfaces.has(key));
  const unknown = present.filter(([key]) => libraries[key] === undefined).map(([key]) => key);
  if (unknown.length > 0) {
    throw new Error(
      `Node.js ${versions.node} contains ${unknown.join(', ')}: add their names and licenses to scripts/release/node-components.ts.`,
    );
  }
  return present.flatMap(([key, version]) => componentOf(libraries[key], version));
}

function componentOf(library: Library | undefined, version: string): readonly ListedComponent[] {
  if (library === undefined) return [];
  const { product, ecosystem = 'generic', ...rest } = library;
  // If Node.js has modified a library, it appends a suffix to the library's version.
  const upstream = version.replace(/-.*/, '');
  const cpe = product === undefined ? {} : { cpe: `cpe:2.3:a:${product}:${upstream}:*:*:*:*:*:*:*` };
  return [{ ecosystem, ...rest, version, parts: ['executable'], ...cpe }];
}
