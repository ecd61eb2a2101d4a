// Arguments and options that several commands have.
import { valued } from '../options.ts';

/** The argument that names an account. */
export const accountArgument = 'its username or identifier';

export const pageOptions = {
  page: valued('--page <number>', 'which page'),
  pageSize: valued('--page-size <number>', 'how many a page, at most 100'),
};

/** Options of commands that speak to a service elsewhere. */
export const serviceOptions = {
  organization: valued('--organization <name>', 'the organization'),
  url: valued('--url <address>', 'the address of the service; default: TIPSTAFF_URL'),
};
