import { flag, valued } from '../options.ts';
/** Formats of a report. */
export const formats = ['text', 'json', 'sarif', 'github'] as const;

export const moduleCheckCommands = {
  check: {
    usage: 'module check [path]',
    description:
      'list the deprecated modules that a configuration uses, from a running service; exit status 1 if there are any and --fail is set, 2 if the check was not possible',
    argument: 'a plan in JSON, a list, modules.json, - for standard input, or a folder after init; default: .',
    options: {
      organization: valued('--organization <name>', 'check only its modules; default: those of all organizations'),
      url: valued('--url <address>', 'the address of the service; default: TIPSTAFF_URL'),
      format: valued('--format <name>', `${formats.join(', ')}; default: text`),
      requireModules: flag('--require-modules', 'end with exit status 2 when no module of the service is used'),
      fail: flag('--fail', 'end with exit status 1 when there are deprecated modules'),
    },
  },
};
