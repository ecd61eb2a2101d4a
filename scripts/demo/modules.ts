// Module registry of the demo, with modules, versions, deprecations, and installations of deprecated versions.
import { packFiles } from '../../src/effects/archives/pack-files.ts';
import { allRelated, documentOf } from './client.ts';
import type { OrganizationName, People } from './people.ts';

/** Event of the demo. `daysAgo` is the number of days before today. */
export interface Happening {
  readonly daysAgo: number;
  readonly happen: () => Promise<unknown>;
}

/** Versions of each module. The numbers are days before today on which the version is published. */
const modules = {
  network: { '1.0.0': 88, '1.1.0': 75, '2.0.0': 40, '2.1.0': 8 },
  bucket: { '0.9.0': 87, '1.0.0': 52 },
  database: { '1.0.0': 60, '1.0.1': 21 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

const about: Readonly<Record<keyof typeof modules, string>> = {
  network: 'Creates a network with **subnets** in each zone.',
  bucket: 'Creates a private, encrypted bucket.',
  database: 'Creates a PostgreSQL database with backups.',
};

const deprecations = [
  {
    daysAgo: 39,
    module: 'network',
    versions: '< 2.0',
    reason: 'The security group opens port 22 to the internet. Use version 2.0 or later.',
    link: 'https://example.com/advisories/7',
  },
  { daysAgo: 30, module: 'bucket', versions: '0.9.0', reason: 'The buckets are not encrypted.', link: null },
] as const;

/**
 * Installations of a module version by an organization. `days` are the days before today on which the version is
 * installed.
 */
const installations = [
  { by: 'payments', module: 'network', version: '1.1.0', days: [70, 55, 33, 20, 9, 2] },
  { by: 'platform', module: 'network', version: '1.0.0', days: [80, 61, 18] },
  { by: 'platform', module: 'network', version: '2.0.0', days: [38, 25, 12, 1] },
  { by: 'payments', module: 'bucket', version: '0.9.0', days: [66, 44, 15, 4] },
  { by: 'payments', module: 'database', version: '1.0.1', days: [19, 3] },
] as const satisfies readonly {
  readonly by: OrganizationName;
  readonly module: keyof typeof modules;
  readonly version: string;
  readonly days: readonly number[];
}[];

const registry = '/organizations/platform/registry-modules';

const addressOf = (module: string): string => `${registry}/private/platform/${module}/aws`;

const archiveOf = (name: keyof typeof modules, version: string): Buffer =>
  packFiles({
    'README.md': `# ${name}\n\n${about[name]}\n\n## Use\n\nSet \`name\` and \`zones\`, see [the guide](https://example.com/guide).\n\n- One ${name} per workspace\n- Version ${version}, with an [upgrade guide](https://example.com/upgrade)\n`,
    'main.tf': `variable "name" {\n  type        = string\n  description = "Prefix of all resource names."\n}\n\nvariable "zones" {\n  type    = list(string)\n  default = ["a", "b"]\n}\n\noutput "id" {\n  value = terraform_data.${name}.id\n}\n\nresource "terraform_data" "${name}" {\n  input = var.name\n}\n`,
  });

async function publish({ as }: People, name: keyof typeof modules, version: string): Promise<void> {
  const document = documentOf('registry-module-versions', { version });
  const { links } = await as('mona').post(`${addressOf(name)}/versions`, document);
  await as('mona').put(links?.upload ?? '', archiveOf(name, version));
}

const isModule = (name: string): name is keyof typeof modules => name in modules;

/** Creates the modules and shares them with the organization "payments". */
export async function newModules({ as }: People): Promise<void> {
  const path = '/admin/organizations/platform/relationships/module-consumers';
  await as('ada').patch(path, allRelated('organizations', ['payments']));
  for (const name of Object.keys(modules))
    await as('mona').post(registry, documentOf('registry-modules', { name, provider: 'aws' }));
}

/** Returns the events in which module versions are published, deprecated and installed. */
export function moduleHappenings(people: People): readonly Happening[] {
  const published = Object.entries(modules).flatMap(([name, versions]) =>
    Object.entries(versions).map(([version, daysAgo]) => ({
      daysAgo,
      happen: async () => (isModule(name) ? publish(people, name, version) : undefined),
    })),
  );
  const deprecated = deprecations.map(({ daysAgo, module, versions, reason, link }) => {
    const deprecation = { 'deprecated-status': 'Deprecated', reason, link };
    const document = documentOf('module-versions', { versions, deprecation });
    return { daysAgo, happen: () => people.as('mona').post(`${addressOf(module)}/actions/set-deprecation`, document) };
  });
  const installed = installations.flatMap(({ by, module, version, days }) =>
    days.map((daysAgo) => ({
      daysAgo,
      happen: () => people.pipelinesOf(by).get(`//api/registry/v1/modules/platform/${module}/aws/${version}/download`),
    })),
  );
  return [...published, ...deprecated, ...installed];
}
