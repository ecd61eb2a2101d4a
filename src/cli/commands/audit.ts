import { commandsOf } from '../command.ts';
import { valued } from '../options.ts';
import { pageOptions } from './options.ts';

const range = {
  since: valued('--since <time>', 'only what is later, such as 2026-01-31 or 2026-01-31T12:00:00Z'),
  until: valued('--until <time>', 'only what is not later'),
  organization: valued('--organization <name>', 'only of this organization, by its name or identifier'),
};

const declared = {
  list: {
    usage: 'audit list',
    description: 'list what was done, newest first',
    options: {
      actor: valued('--actor <name>', 'only of this account, also behind another, by its username or identifier'),
      action: valued('--action <action>', 'only this, such as policy.create'),
      resource: valued('--resource <id>', 'only to the record with this identifier'),
      resourceType: valued('--resource-type <type>', 'only to records of this type, such as policies'),
      ...range,
      ...pageOptions,
    },
  },
  exportAll: {
    usage: 'audit export',
    description: 'print every record as one line of JSON, oldest first',
    options: range,
  },
  archive: {
    usage: 'audit archive <file>',
    description:
      'move the first sealed records into a file: they are removed once it is on the disk and verified. Run again with the same file, it goes on where it was ended',
    argument: 'a new file',
    options: { until: valued('--until <time>', 'those that are not later, up to the first that is') },
  },
  verifyArchive: {
    usage: 'audit verify-archive <file>',
    description:
      'verify a file of "audit archive": its checksum, and every seal in it; exits with 1 if anything was changed',
    argument: 'a file that "audit archive" wrote',
  },
  verify: {
    usage: 'audit verify',
    description:
      'verify that no sealed record was changed, removed or added; exits with 1 and the first fault if one was',
    options: {
      head: valued('--head <head>', 'a head that "audit head" printed before: the chain must lead through it'),
    },
  },
  head: {
    usage: 'audit head',
    description: 'print the last sealed head; store it where nobody who can change the database can change it',
  },
};

export type AuditCommands = typeof declared;

export const auditCommands = commandsOf(declared, () => import('../actions/audit.ts'));
