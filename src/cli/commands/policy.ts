import { commandsOf } from '../command.ts';
import { choice, flag, valued } from '../options.ts';
import { dataOption, ruleOptions } from './check.ts';
import { serviceOptions } from './options.ts';

const folder = 'the folder with the policies; default: .';

const set = valued('--set <name>', 'the policy set');

const inFolder = {
  init: {
    usage: 'policy init [folder]',
    description: 'write the list of a folder that has none: its rules deny, violation and warn',
    argument: folder,
    options: {
      namespace: ruleOptions.namespace,
      input: valued('--input <form>', 'the form in which the policies get a plan: plan, raw, or a key; default: plan'),
    },
  },
  check: {
    usage: 'policy check [folder]',
    description: 'compile the policies that a folder lists, and compare their queries with their rules',
    argument: folder,
    options: { data: dataOption },
  },
  test: {
    usage: 'policy test [folder]',
    description:
      'run the tests (files *_test.rego) of a folder; exit status 1 when one fails, 2 when they cannot be run',
    argument: folder,
    options: {
      data: dataOption,
      filter: valued('--filter <pattern>', 'run only tests whose full name matches a regular expression'),
      coverage: flag('--coverage', 'say how much of the policies the tests reach, and which lines they do not'),
      timeout: valued('--timeout <duration>', 'the time for one test, such as 10s; default: 5s'),
      format: choice('--format <name>', ['text', 'json', 'junit']),
    },
  },
  fmt: {
    usage: 'policy fmt [folder]',
    description: 'format the .rego files of a folder',
    argument: folder,
    options: { check: flag('--check', 'change nothing; exit status 1 when a file is not formatted') },
  },
};

export type PolicyFolderCommands = typeof inFolder;

const onService = {
  list: {
    usage: 'policy list',
    description: 'list the policies of an organization on a service, or those of one policy set',
    options: {
      ...serviceOptions,
      set,
      search: valued('--search <text>', 'only those whose name contains it'),
    },
  },
  show: {
    usage: 'policy show <name>',
    description: 'show a policy of a service, and the newest revisions of its code',
    argument: 'its name',
    options: serviceOptions,
  },
  pull: {
    usage: 'policy pull <folder>',
    description: 'write the policies of an organization, or of one policy set, into a folder',
    argument: 'the folder, which is made where there is none',
    options: { ...serviceOptions, set, force: flag('--force', 'replace the policies that the folder has') },
  },
  push: {
    usage: 'policy push <folder>',
    description:
      'make the policies of a folder those of a policy set, all or none, after showing the difference; exit status 1 when they are broken or refused',
    argument: 'a folder with policies.yaml or policies.hcl',
    options: { ...serviceOptions, set, dryRun: flag('--dry-run', 'only show the difference') },
  },
  replay: {
    usage: 'policy replay <name>',
    description:
      'evaluate a policy of a service with recorded inputs, to see what a change would break; exit status 1 when one newly fails, 2 when one could not be evaluated',
    argument: 'its name',
    options: {
      ...serviceOptions,
      code: valued('--code <file>', 'a draft of its code'),
      query: valued('--query <query>', 'another query'),
      revision: valued('--revision <number>', 'another revision of its code'),
      enforcementLevel: valued('--enforcement-level <level>', 'another enforcement level'),
      workspace: valued('--workspace <name>', 'only the inputs of this workspace'),
      since: valued('--since <time>', 'only inputs evaluated since then, such as 2026-01-31T12:00:00Z'),
      until: valued('--until <time>', 'only inputs evaluated until then'),
      maxInputs: valued('--max-inputs <number>', 'only so many, the newest; default and at most 500'),
    },
  },
  diff: {
    usage: 'policy diff [folder]',
    description:
      'compare a policy set with a folder, or two revisions of a policy; exit status 0 when they are the same, 1 when they differ, 2 when they cannot be compared',
    argument: 'a folder with policies, to be compared with --set',
    options: {
      ...serviceOptions,
      set,
      policy: valued('--policy <name>', 'a policy, to compare two of its revisions'),
      from: valued('--from <number>', 'the older revision; default: the one before the newer'),
      to: valued('--to <number>', 'the newer revision; default: the one in force'),
    },
  },
};

export type PolicyServiceCommands = typeof onService;

export const policyCommands = [
  ...commandsOf(inFolder, () => import('../actions/policy.ts')),
  ...commandsOf(onService, () => import('../actions/policy-service.ts')),
];
