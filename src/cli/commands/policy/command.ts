import type { Resource } from '../../../../client/index.ts';
import { type Introduction, introductions } from '../../../kernel/introduction.ts';
import type { HistoryKind } from '../../policy-service/history.ts';
import { formatsOf } from '../../reports/formats.ts';
import { choice, flag, repeated, valued } from '../../terminal/options.ts';
import { dataOption, parametersOption, ruleOptions, timeoutOption } from '../check/command.ts';
import { replayOptions, serviceOptions } from '../options.ts';

const folder = 'the folder with the policies; default: .';

const set = valued('--set <name>', 'the policy set');

type Level = Resource<'policies'>['attributes']['enforcement-level'];

export const policyFolderCommands = {
  init: {
    usage: 'policy init [folder]',
    description:
      'write the list of policies for a folder that has none, from the rules deny, violation and warn in the folder',
    argument: folder,
    options: {
      namespace: ruleOptions.namespace,
      data: dataOption,
      input: valued(
        '--input <form>',
        'where policies find the plan: plan (at input.plan), raw (the plan is the whole input), or another key of the input; default: plan',
      ),
      timeout: timeoutOption,
    },
  },
  check: {
    usage: 'policy check [folder]',
    description:
      'compile the policies in the list of a folder, check that their queries match their rules, and name the mandatory policies whose findings are never old',
    argument: folder,
    options: { data: dataOption, timeout: timeoutOption },
  },
  test: {
    usage: 'policy test [folder]',
    description:
      'run the tests (files *_test.rego) of a folder; exit status 1 if a test fails, 2 if the tests cannot be run',
    argument: folder,
    options: {
      data: dataOption,
      parameters: parametersOption,
      filter: valued('--filter <pattern>', 'run only tests whose full name matches a regular expression'),
      coverage: flag('--coverage', 'show the coverage of the policies, and the lines that no test covers'),
      timeout: valued('--timeout <duration>', 'the time limit for one test, such as 10s; default: 5s'),
      format: choice('--format <name>', formatsOf('tests')),
    },
  },
  fmt: {
    usage: 'policy fmt [folder]',
    description: 'format the .rego files of a folder',
    argument: folder,
    options: { check: flag('--check', 'change nothing; exit status 1 if a file is not formatted') },
  },
};

const pushedData = repeated(
  '--data <file or folder>',
  'additional JSON or YAML data; all data is then pushed as one file, data.json; can be repeated',
);

export const policyServiceCommands = {
  list: {
    usage: 'policy list',
    description: 'list the policies of an organization on a service, or those of one policy set',
    options: {
      ...serviceOptions,
      set,
      search: valued('--search <text>', 'only policies whose name contains this text'),
      level: valued<Level>('--level <level>', 'only policies with this enforcement level'),
      failing: flag('--failing', 'only policies that failed in the last 30 days'),
      neverEvaluated: flag(
        '--never-evaluated',
        'only policies that were not evaluated with any plan in the last 91 days',
      ),
      shadow: flag('--shadow', 'only policies in shadow mode'),
      withoutTests: flag('--without-tests', 'only policies without tests'),
    },
  },
  show: {
    usage: 'policy show <name>',
    description: 'show a policy of a service and the newest revisions of its code',
    argument: 'the name of the policy',
    options: serviceOptions,
  },
  history: {
    usage: 'policy history <name>',
    description:
      'show who changed a policy on a service, including its code, its policy sets and their scope, and when; newest first',
    argument: 'the name of the policy',
    options: {
      ...serviceOptions,
      kind: valued<HistoryKind>(
        '--kind <kind>',
        'only changes of this kind: settings, code, tests, policy-sets or scope',
      ),
    },
  },
  pull: {
    usage: 'policy pull <folder>',
    description: 'write the policies of an organization, or of one policy set, into a folder',
    argument: 'the folder; it is created if it is missing',
    options: { ...serviceOptions, set, force: flag('--force', 'replace the policies in the folder') },
  },
  push: {
    usage: 'policy push <folder>',
    description:
      'replace all policies of a policy set with the policies in a folder, after showing the difference and how many recorded plans would newly fail; at a terminal, the command asks for confirmation if recorded plans would newly fail; if a policy is broken or refused, nothing is changed, and the exit status is 1',
    argument: 'a folder with policies.yaml or policies.hcl',
    options: {
      ...serviceOptions,
      set,
      data: pushedData,
      dryRun: flag('--dry-run', 'only show the difference'),
      yes: flag('--yes', 'push without asking, even if recorded plans would newly fail'),
      timeout: timeoutOption,
      ...replayOptions,
    },
  },
  replay: {
    usage: 'policy replay <name>',
    description:
      'evaluate a policy of a service with recorded inputs, to see the effect of a change; exit status 1 if an input newly fails, 2 if an input cannot be evaluated or compared',
    argument: 'the name of the policy',
    options: {
      ...serviceOptions,
      code: valued('--code <file>', 'a file with a draft of the code'),
      query: valued('--query <query>', 'a query to use instead of the current query'),
      revision: valued('--revision <number>', 'a revision of the code to use instead of the current revision'),
      enforcementLevel: valued<Level>(
        '--enforcement-level <level>',
        'an enforcement level to use instead of the current level',
      ),
      introduction: valued<Introduction>(
        '--introduction <name>',
        `an introduction to use instead of the current one: ${introductions.join(', ')}`,
      ),
      workspace: valued('--workspace <name>', 'only the inputs of this workspace'),
      since: valued('--since <time>', 'only inputs evaluated since this time, such as 2026-01-31T12:00:00Z'),
      until: valued('--until <time>', 'only inputs evaluated until this time'),
      maxInputs: valued('--max-inputs <number>', 'the number of inputs, newest first; default and maximum: 500'),
    },
  },
  diff: {
    usage: 'policy diff [folder]',
    description:
      'compare a policy set with a folder, or two revisions of a policy; exit status 0 if they are the same, 1 if they differ, 2 if they cannot be compared',
    argument: 'a folder with policies, to compare with --set',
    options: {
      ...serviceOptions,
      set,
      data: pushedData,
      policy: valued('--policy <name>', 'a policy, to compare two revisions of its code'),
      from: valued('--from <number>', 'the older revision; default: the revision before --to'),
      to: valued('--to <number>', 'the newer revision; default: the current revision'),
    },
  },
};
