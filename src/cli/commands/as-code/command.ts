import { flag, repeated, valued } from '../../terminal/options.ts';
import { serviceOptions } from '../options.ts';

const { url } = serviceOptions;

export const asCodeCommands = {
  exporting: {
    usage: 'export <folder>',
    description:
      'write what a token sees of an instance to files: settings, plans, organizations, people, policies, policy sets and deprecations',
    argument: 'the folder; it is created if it is missing',
    options: {
      url,
      organization: repeated('--organization <name>', 'only this organization, without the site; can be repeated'),
      force: flag('--force', 'replace what an earlier export wrote into the folder'),
    },
  },
  apply: {
    usage: 'apply <folder>',
    description:
      'make an instance what the files of a folder declare, after showing the difference; exit status 1 if a part cannot be applied',
    argument: 'a folder that "tipstaff export" has written, or of the same form',
    options: {
      url,
      dryRun: flag('--dry-run', 'only show the difference; exit status 1 if there is one'),
      prune: flag('--prune', 'delete records, and remove people, that the lists of the files lack'),
      yes: flag('--yes', 'confirm what --prune deletes'),
      sendSecrets: flag('--send-secrets', 'send secrets again that the instance has already'),
    },
  },
  importing: {
    usage: 'import [folder]',
    description:
      'bring an organization of another instance of this family of APIs, or policy sets in folders with policies.hcl, into an organization, after showing the difference; exit status 1 if a part could not come',
    argument: 'a folder of policy sets: it, or each folder in it, lists policies in policies.hcl or policies.yaml',
    options: {
      url,
      from: valued('--from <address>', 'the address of the other instance, such as https://app.terraform.io'),
      token: valued(
        '--token <reference>',
        'the token for it: env:NAME for a variable, file:PATH for a file; default: TF_TOKEN_ and its host, as terraform reads it',
      ),
      organization: valued('--organization <name>', 'the organization there, or the one that a folder goes into'),
      owner: repeated(
        '--owner <address>',
        'a person who becomes an owner here; can be repeated; without it, the owners there come as members',
      ),
      contentHost: repeated(
        '--content-host <host>',
        'another host to which the other instance may redirect for the code of policies; can be repeated; the token is not sent there',
      ),
      into: valued('--into <name>', 'the organization here, if it has another name; it is created if it is missing'),
      dryRun: flag('--dry-run', 'only show the difference; exit status 1 if there is one'),
    },
  },
};
