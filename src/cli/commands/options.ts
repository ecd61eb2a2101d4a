// Arguments and options that several commands have.
import { valued } from '../terminal/options.ts';

/** The argument that names an account. */
export const accountArgument = 'the username or identifier of the account';

export const pageOptions = {
  page: valued('--page <number>', 'the number of the page'),
  pageSize: valued('--page-size <number>', 'records per page, at most 100'),
};

/** Options of commands that speak to a service elsewhere. */
export const serviceOptions = {
  organization: valued('--organization <name>', 'the organization'),
  url: valued('--url <address>', 'the address of the service; default: TIPSTAFF_URL'),
};
