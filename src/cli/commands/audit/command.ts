import { flag, valued } from '../../terminal/options.ts';
import { pageOptions } from '../options.ts';

const range = {
  since: valued('--since <time>', 'only records after this time, such as 2026-01-31 or 2026-01-31T12:00:00Z'),
  until: valued('--until <time>', 'only records up to this time'),
  organization: valued('--organization <name>', 'only records of this organization: name or identifier'),
};

export const auditCommands = {
  list: {
    usage: 'audit list',
    description: 'list the audit records, newest first',
    options: {
      actor: valued('--actor <name>', 'only records of this account, impersonations included: username or identifier'),
      action: valued('--action <action>', 'only this action, such as policy.create'),
      resource: valued('--resource <id>', 'only actions on the resource with this identifier'),
      resourceType: valued('--resource-type <type>', 'only actions on resources of this type, such as policies'),
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
      'move the oldest sealed records into a file; they are deleted from the database after the file is written and verified. After an interruption, run it again with the same file',
    argument: 'a new file',
    options: {
      until: valued('--until <time>', 'only records up to this time'),
      unsent: flag('--unsent', 'also archive records that the audit stream has not sent yet'),
    },
  },
  verifyArchive: {
    usage: 'audit verify-archive <file>',
    description:
      'verify the checksum of an archive file and every seal in the file; exit status 1 if the file was changed',
    argument: 'a file that "audit archive" wrote',
  },
  verify: {
    usage: 'audit verify',
    description:
      'verify that no sealed record was changed, removed or added; otherwise print the first fault, with exit status 1',
    options: {
      head: valued(
        '--head <head>',
        'a head that "tipstaff audit head" printed earlier; also verify that the audit log still contains it',
      ),
    },
  },
  stream: {
    usage: 'audit stream',
    description:
      'show the state of the audit stream: the head of the audit log as it was last sent, the waiting records, and the reason why they are waiting',
  },
  verifyLines: {
    usage: 'audit verify-stream <file> [more...]',
    description:
      'verify, without a service, the lines that a receiver of the audit stream stored; if a record is missing, changed or out of order, print the first such record, with exit status 1',
    argument: 'a file with JSON or syslog lines; "-" reads standard input',
    others: 'further files, which continue the first one in order',
    options: {
      head: valued(
        '--head <head>',
        'a head that "tipstaff audit stream" printed; also verify that the lines contain it',
      ),
      after: valued('--after <head>', 'the head at the end of the previous file'),
      restored: flag('--restored', 'accept that a restore from a backup removed records that the receiver already has'),
    },
  },
  head: {
    usage: 'audit head',
    description:
      'print the head of the sealed audit log (the number and the seal of its last record); store the head where people with write access to the database cannot change it',
  },
};
