import { valued } from '../options.ts';

/** Options of commands that speak to a service elsewhere. */
export const serviceOptions = {
  organization: valued('--organization <name>', 'the organization'),
  url: valued('--url <address>', 'the address of the service; default: TIPSTAFF_URL'),
};
