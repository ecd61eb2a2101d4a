// Arguments and options that are used by several commands.
import { flag, valued } from '../terminal/options.ts';

/** Description of the argument that identifies an account. */
export const accountArgument = 'the username or identifier of the account';

export const pageOptions = {
  page: valued('--page <number>', 'the number of the page'),
  pageSize: valued('--page-size <number>', 'records per page, at most 100'),
};

/** Options for commands that use the API of a service. */
export const serviceOptions = {
  organization: valued('--organization <name>', 'the organization'),
  url: valued('--url <address>', 'the address of the service; default: TIPSTAFF_URL'),
};

/** Options of commands that replay a change before they make it. */
export const replayOptions = {
  replay: flag('--no-replay', 'do not count the recorded plans that would newly fail'),
  replayTimeout: valued(
    '--replay-timeout <duration>',
    'the time limit for counting the recorded plans that would newly fail, such as 30s; default: 2m',
  ),
};
