import { flag, repeated, valued } from '../../terminal/options.ts';
import { replayOptions, serviceOptions } from '../options.ts';

const { url } = serviceOptions;

export const asCodeCommands = {
  exporting: {
    usage: 'export <folder>',
    description:
      'export an instance to files: settings, plans, organizations, people, policies, policy sets and deprecations, as far as the token has permission to read them',
    argument: 'the folder; it is created if it is missing',
    options: {
      url,
      organization: repeated(
        '--organization <name>',
        'export only this organization, without the settings of the site; can be repeated',
      ),
      force: flag('--force', 'replace the files that an earlier export wrote into the folder'),
    },
  },
  apply: {
    usage: 'apply <folder>',
    description:
      'change an instance to match the files in a folder, after showing the difference and how many recorded plans would newly fail; exit status 1 if a record or attribute cannot be applied',
    argument: 'a folder that "tipstaff export" wrote, or a folder with the same layout',
    options: {
      url,
      dryRun: flag('--dry-run', 'only show the differences; exit status 1 if there are any'),
      prune: flag('--prune', 'delete records and remove people that are missing from the lists in the files'),
      yes: flag('--yes', 'confirm the deletions of --prune'),
      sendSecrets: flag('--send-secrets', 'also send secrets that the instance already has'),
      ...replayOptions,
    },
  },
  importing: {
    usage: 'import [folder]',
    description:
      'import an organization of another instance with a compatible API, or policy sets from folders with policies.hcl, into an organization, after showing the difference; exit status 1 if a record or attribute could not be imported',
    argument: 'a folder with policies.hcl or policies.yaml, or a folder that contains such folders',
    options: {
      url,
      from: valued('--from <address>', 'the address of the other instance, such as https://app.terraform.io'),
      token: valued(
        '--token <reference>',
        'the token for the other instance: env:NAME for a variable, file:PATH for a file; default: the variable TF_TOKEN_ followed by the host, as for terraform',
      ),
      organization: valued(
        '--organization <name>',
        'the organization to import, or the organization to import a folder into',
      ),
      owner: repeated(
        '--owner <address>',
        'the e-mail address of a new owner of the organization; can be repeated; default: no new owner, and the owners in the other instance become members',
      ),
      contentHost: repeated(
        '--content-host <host>',
        'a host to which the other instance may redirect downloads of policy code; can be repeated; the token is not sent there',
      ),
      into: valued(
        '--into <name>',
        'the organization to import into, if its name differs from that of the imported organization; a missing organization is created',
      ),
      dryRun: flag('--dry-run', 'only show the differences; exit status 1 if there are any'),
    },
  },
};
