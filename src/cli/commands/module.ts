import { commandsOf } from '../command.ts';
import { choice, flag, valued } from '../options.ts';
import { pageOptions, serviceOptions } from './options.ts';

const address = 'its organization, name and provider, such as acme/network/aws';

const url = valued('--url <address>', 'the address of a service; default: TIPSTAFF_URL, else the data of this one');

const versions = 'a version, or a range such as ">= 1.0, < 2.0" or "~> 1.2"';

const rangeOptions = {
  prereleases: flag('--prereleases', 'pre-releases in the range too'),
  dryRun: flag('--dry-run', 'only show what would be changed'),
  url,
};

const inRegistry = {
  list: {
    usage: 'module list <organization>',
    description: "list an organization's modules, by name and provider",
    argument: 'its name',
    options: {
      search: valued('--search <text>', 'only those whose name or provider contains it'),
      ...pageOptions,
    },
  },
  show: {
    usage: 'module show <module> [version...]',
    description: 'show a module with its versions, or one version',
    argument: 'organization/name/provider',
    others: 'one version of it',
  },
  publish: {
    usage: 'module publish <path>',
    description: 'publish a version of a module; the module is created if there is none',
    argument: 'a folder, or an archive of one (tar.gz)',
    options: {
      module: valued('--module <address>', 'organization/name/provider'),
      moduleVersion: valued('--module-version <version>', 'a semantic version, such as 1.4.0'),
      url,
    },
  },
};

export type RegistryCommands = typeof inRegistry;

const onVersions = {
  deprecate: {
    usage: 'module deprecate <module> [versions...]',
    description:
      'deprecate versions of a module, all of them or none, so that consumers are warned; a version that is deprecated already keeps the reason and the link that are not set',
    argument: address,
    others: versions,
    options: {
      reason: valued('--reason <text>', 'the reason that consumers see'),
      link: valued('--link <address>', 'where there is more about it'),
      ...rangeOptions,
    },
  },
  reinstate: {
    usage: 'module reinstate <module> [versions...]',
    description: 'end the deprecation of versions, of all of them or none',
    argument: address,
    others: versions,
    options: rangeOptions,
  },
  usage: {
    usage: 'module usage <module>',
    description: 'show the consumers of each version of a module, their downloads, and the last download',
    argument: address,
    options: { url },
  },
};

export type VersionCommands = typeof onVersions;

const inConfiguration = {
  check: {
    usage: 'module check [path]',
    description:
      'list the deprecated modules that a configuration uses, from a running service; exit status 1 if there are any and --fail is set, 2 if the check was not possible',
    argument: 'a plan in JSON, a list, modules.json, - for standard input, or a folder after init; default: .',
    options: {
      organization: valued('--organization <name>', 'check only its modules; default: those of all organizations'),
      url: serviceOptions.url,
      format: choice('--format <name>', ['text', 'json', 'sarif', 'github']),
      requireModules: flag('--require-modules', 'end with exit status 2 when no module of the service is used'),
      fail: flag('--fail', 'end with exit status 1 when there are deprecated modules'),
    },
  },
};

export type ModuleCheckCommands = typeof inConfiguration;

export const moduleCommands = [
  ...commandsOf(inRegistry, () => import('../actions/module-registry.ts')),
  ...commandsOf(onVersions, () => import('../actions/module.ts')),
  ...commandsOf(inConfiguration, () => import('../actions/module-check.ts')),
];
