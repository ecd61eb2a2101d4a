import { valued } from '../../lib/options.ts';

/** How a report can be printed. */
export const formats = ['text', 'json', 'junit', 'github', 'sarif'] as const;

export const checkCommands = {
  check: {
    usage: 'check <plan>',
    description:
      'evaluate policies with a plan; exit status 1 when it breaks a mandatory policy, 2 when one could not be evaluated',
    argument: 'a plan in JSON ("show -json" writes one), or - for standard input',
    options: {
      dir: valued('--dir <folder>', 'the folder with policies.yaml or policies.hcl, and the policies that it lists'),
      organization: valued(
        '--organization <name>',
        'ask a service (TIPSTAFF_URL, TIPSTAFF_TOKEN) which sets apply, in place of --dir',
      ),
      workspace: valued('--workspace <name>', 'the workspace of the run, with --organization'),
      set: valued(
        '--set <id>',
        'ask a service for the verdict of one policy set, by its identifier, or by its name with --organization',
      ),
      url: valued('--url <address>', 'the address of the service; default: TIPSTAFF_URL'),
      run: valued('--run <file>', 'JSON that policies get as input.run: workspace, organization and more'),
      input: valued('--input <form>', '"plan", or "raw" for a document that policies get as it is; default: plan'),
      timeout: valued('--timeout <duration>', 'the time for one policy, such as 10s; default: 5s'),
      format: valued('--format <name>', `${formats.join(', ')}; default: text`),
    },
  },
};
