import { formatsOf } from '../../reports/formats.ts';
import { choice, flag, valued } from '../../terminal/options.ts';
import { pageOptions, serviceOptions } from '../options.ts';

const address = 'organization/name/provider, such as acme/network/aws';

const url = valued(
  '--url <address>',
  'the address of a service; default: TIPSTAFF_URL; if neither is set, the command uses the local data',
);

const versions = 'a version, or a range such as ">= 1.0, < 2.0" or "~> 1.2"';

const rangeOptions = {
  prereleases: flag('--prereleases', 'include pre-releases in the range'),
  dryRun: flag('--dry-run', 'only show the changes'),
  url,
};

export const moduleRegistryCommands = {
  list: {
    usage: 'module list <organization>',
    description: "list an organization's modules, by name and provider",
    argument: 'the name of the organization',
    options: {
      search: valued('--search <text>', 'only modules whose name or provider contains this text'),
      ...pageOptions,
    },
  },
  show: {
    usage: 'module show <module> [version...]',
    description: 'show a module with its versions, or one version',
    argument: 'organization/name/provider',
    others: 'one version',
  },
  publish: {
    usage: 'module publish <path>',
    description: 'publish a version of a module; a missing module is created',
    argument: 'a folder, or a tar.gz archive of a folder',
    options: {
      module: valued('--module <address>', 'organization/name/provider'),
      moduleVersion: valued('--module-version <version>', 'a semantic version, such as 1.4.0'),
      url,
    },
  },
};

export const moduleVersionCommands = {
  deprecate: {
    usage: 'module deprecate <module> [versions...]',
    description:
      'deprecate versions of a module, so that consumers are warned; if one version cannot be deprecated, none is; a version that is already deprecated keeps its reason and link unless you give new ones',
    argument: address,
    others: versions,
    options: {
      reason: valued('--reason <text>', 'the reason that consumers see'),
      link: valued('--link <address>', 'the address of a page with more information'),
      ...rangeOptions,
    },
  },
  reinstate: {
    usage: 'module reinstate <module> [versions...]',
    description:
      'end the deprecation of versions of a module; if this is not possible for one version, none is changed',
    argument: address,
    others: versions,
    options: rangeOptions,
  },
  usage: {
    usage: 'module usage <module>',
    description:
      'show the consumers of each version of a module with their downloads, and the workspaces whose last evaluated plan uses it',
    argument: address,
    options: { url },
  },
};

export const moduleCheckCommands = {
  check: {
    usage: 'module check [path]',
    description:
      'ask a service which modules of a configuration are deprecated, and list them; exit status 1 if there are any and --fail is set, 2 if the check is not possible',
    argument:
      'a plan in JSON, a list of modules, modules.json, - for standard input, or an initialized folder; default: .',
    options: {
      organization: valued(
        '--organization <name>',
        'check only the modules of this organization; default: all organizations',
      ),
      url: serviceOptions.url,
      format: choice('--format <name>', formatsOf('modules')),
      requireModules: flag('--require-modules', 'exit status 2 if no module of the service is used'),
      fail: flag('--fail', 'exit status 1 if there are deprecated modules'),
    },
  },
};
