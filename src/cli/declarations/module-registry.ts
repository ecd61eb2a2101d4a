import { valued } from '../options.ts';
import { pageOptions } from './page-options.ts';
export const moduleRegistryCommands = {
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
      url: valued('--url <address>', 'the address of a service; default: TIPSTAFF_URL, else the data of this one'),
    },
  },
};
