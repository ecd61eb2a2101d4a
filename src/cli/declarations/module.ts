import { flag, valued } from '../options.ts';

const address = 'its organization, name and provider, such as acme/network/aws';

const url = valued('--url <address>', 'the address of a service; default: TIPSTAFF_URL, else the data of this one');

const versions = 'a version, or a range such as ">= 1.0, < 2.0" or "~> 1.2"';

const rangeOptions = {
  prereleases: flag('--prereleases', 'pre-releases in the range too'),
  dryRun: flag('--dry-run', 'only show what would be changed'),
  url,
};

export const moduleCommands = {
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
