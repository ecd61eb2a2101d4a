// Lists the allowed imports of the client and of each part of `src`. Imports that are not listed are forbidden.
const base = ['kernel', 'lib'];
const home = [
  'context.ts',
  'config.ts',
  'environment.ts',
  'configuration',
  'data-folder.ts',
  'ports.ts',
  'conditions.ts',
];
const belowDomains = [
  'services.ts',
  'pages',
  'http',
  'jsonapi',
  'runtime',
  'effects',
  'protocols',
  'db',
  ...base,
  ...home,
];

/**
 * Domains from the lowest to the highest layer, each with the domains that it may import. `policies` and `modules` must
 * not import each other.
 */
const domains: Readonly<Record<string, readonly string[]>> = {
  'domains/audit': [],
  'domains/instance': ['domains/audit'],
  'domains/accounts': ['domains/audit', 'domains/instance'],
  'domains/console': ['domains/instance', 'domains/accounts'],
  'domains/organizations': ['domains/audit', 'domains/instance', 'domains/accounts'],
  'domains/policies': ['domains/audit', 'domains/instance', 'domains/accounts', 'domains/organizations'],
  'domains/modules': ['domains/audit', 'domains/instance', 'domains/accounts', 'domains/organizations'],
  'domains/overview': ['domains/organizations', 'domains/policies', 'domains/modules'],
};

const belowServer = [...belowDomains, ...Object.keys(domains), 'domains/index.ts', 'domains/domain.ts'];

/** Parts of the program that each part may import besides itself. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  client: [],
  lib: [],
  kernel: ['lib'],
  db: base,
  jsonapi: base,
  protocols: base,
  runtime: ['db', 'jsonapi', ...base],
  effects: ['db', 'protocols', ...base],
  'environment.ts': [],
  configuration: ['environment.ts', 'jsonapi', ...base],
  'config.ts': ['environment.ts', 'configuration', 'jsonapi', ...base],
  'ports.ts': ['db', ...base],
  'data-folder.ts': ['config.ts', 'db', 'runtime', ...base],
  'context.ts': ['config.ts', 'data-folder.ts', 'ports.ts', 'db', 'jsonapi', 'runtime', ...base],
  'conditions.ts': ['config.ts', 'context.ts', 'db'],
  'services.ts': ['context.ts', 'runtime', ...base],
  pages: ['http', 'jsonapi', ...base],
  http: ['services.ts', 'context.ts', 'config.ts', 'runtime', 'jsonapi', ...base],
  ...Object.fromEntries(Object.entries(domains).map(([name, below]) => [name, [...belowDomains, ...below]])),
  // The `Domain` interface uses the types for settings and for superseded data, which are declared in the domain
  // `instance`.
  'domains/domain.ts': [...belowDomains, 'domains/instance'],
  'domains/index.ts': [...belowDomains, ...Object.keys(domains), 'domains/domain.ts'],
  'server.ts': belowServer,
  cli: ['server.ts', 'client', ...belowServer],
  'main.ts': ['cli'],
};

/** Parts of the program that may use the HTTP types of Node.js. All other parts read bytes from a `ByteSource`. */
export const partsOfHttp = ['http', 'effects'];

/**
 * Returns the part of the program that a path belongs to. This is the client, or a folder, a domain or a single file in
 * `src`.
 */
export function partOf(path: string): string {
  const [root, first = '', second = ''] = path.split('/');
  if (root === 'client') return root;
  return first === 'domains' ? `domains/${second}` : first;
}
