import { commandsOf } from '../command.ts';
import { choice, flag, repeated, valued } from '../options.ts';

const ruleForms = 'deny and violation mandatory, warn advisory';

/** Options that name the policies of a folder without a list. */
export const ruleOptions = {
  namespace: repeated(
    '--namespace <package>',
    `take the rules of a package for policies, ${ruleForms}; can be repeated`,
  ),
  allNamespaces: flag('--all-namespaces', `take such rules of all packages for policies`),
  query: repeated('--query <query>', 'take a query, such as data.main.deny, for a mandatory policy; can be repeated'),
};

/** Data from outside of the folder with the policies. */
export const dataOption = repeated(
  '--data <file or folder>',
  'JSON or YAML that policies read as data, beside what is in their folder; can be repeated',
);

const declared = {
  check: {
    usage: 'check <plan> [plan...]',
    description:
      'evaluate policies with a plan; exit status 1 when it breaks a mandatory policy, 2 when one could not be evaluated',
    argument: 'a plan in JSON ("show -json" writes one), or - for standard input',
    others: 'more plans; names can have * and ?',
    options: {
      dir: valued('--dir <folder>', 'the folder with policies.yaml or policies.hcl, and the policies that it lists'),
      ...ruleOptions,
      data: dataOption,
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
      input: valued(
        '--input <form>',
        '"plan", "raw" for a document that is the whole input, or the key of the input that the plan is under, such as tfplan; default: what the list says, else plan',
      ),
      explain: valued('--explain <policy>', 'show what each rule of a policy came to, with --dir'),
      requirePolicies: flag(
        '--require-policies',
        'exit status 2 also where no policy was evaluated, as when no policy set applies',
      ),
      combine: flag('--combine', 'make all files together the whole input: a list of objects with path and contents'),
      timeout: valued('--timeout <duration>', 'the time for one policy, such as 10s; default: 5s'),
      format: choice('--format <name>', ['text', 'json', 'junit', 'github', 'sarif']),
    },
  },
};

export type CheckCommands = typeof declared;

export const checkCommands = commandsOf(declared, () => import('../actions/check.ts'));
