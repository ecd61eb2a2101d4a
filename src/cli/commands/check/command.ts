import { type UnknownValueSetting, unknownValueSettings } from '../../../kernel/unknown-values.ts';
import { failOnLevels } from '../../policy-check/fail-on.ts';
import { formatsOf } from '../../reports/formats.ts';
import { choice, flag, repeated, valued } from '../../terminal/options.ts';

const ruleForms = 'deny and violation are mandatory, warn is advisory';

/** Options that name the rules to use as policies if the folder has no policy list. */
export const ruleOptions = {
  namespace: repeated('--namespace <package>', `use the rules of a package as policies: ${ruleForms}; can be repeated`),
  allNamespaces: flag('--all-namespaces', 'use the rules of all packages as policies'),
  query: repeated('--query <query>', 'use a query, such as data.main.deny, as a mandatory policy; can be repeated'),
};

/** Option for data documents that are outside the policy folder. */
export const dataOption = repeated(
  '--data <file or folder>',
  'JSON or YAML data for the policies, in addition to the data in their folder; can be repeated',
);

/** Option for the parameters of the policies in a folder. */
export const parametersOption = valued(
  '--parameters <file>',
  'a JSON file with the values of the parameters by key, which policies read as input.parameters',
);

/** Option for the time limit of one policy evaluation. */
export const timeoutOption = valued('--timeout <duration>', 'the time limit for one policy, such as 10s; default: 5s');

export const checkCommands = {
  check: {
    usage: 'check <plan> [plan...]',
    description:
      'evaluate policies against a plan; exit status 1 if a mandatory policy fails, 2 if one cannot be evaluated',
    argument: 'a plan in JSON ("show -json" writes one), or - for standard input',
    others: 'more plans; the wildcards * and ? are allowed',
    options: {
      dir: valued('--dir <folder>', 'the folder with the policies and their list, policies.yaml or policies.hcl'),
      ...ruleOptions,
      data: dataOption,
      parameters: parametersOption,
      organization: valued(
        '--organization <name>',
        'instead of --dir, evaluate the policy sets of this organization that apply, on a service (TIPSTAFF_URL, TIPSTAFF_TOKEN)',
      ),
      workspace: valued('--workspace <name>', 'the workspace of the run, with --organization'),
      workspaceFrom: valued(
        '--workspace-from <pattern>',
        'instead of --workspace, take the workspace of each plan from the path of its file, such as plans/{workspace}/plan.json; a / in the workspace becomes -',
      ),
      set: valued(
        '--set <id>',
        'evaluate one policy set on a service, given by identifier, or by name with --organization',
      ),
      url: valued('--url <address>', 'the address of the service; default: TIPSTAFF_URL'),
      run: valued(
        '--run <file>',
        'a JSON file about the run, such as its workspace and organization, which policies read as input.run',
      ),
      input: valued(
        '--input <form>',
        'where policies find the plan: "plan" (at input.plan), "raw" (the plan is the whole input), or another key of the input, such as tfplan; default: the form in the list of policies, else plan',
      ),
      explain: valued('--explain <policy>', 'show the result of each rule of a policy, with --dir'),
      requirePolicies: flag(
        '--require-policies',
        'exit status 2 also if no policy was evaluated, for example because no policy set applies',
      ),
      state: flag(
        '--state',
        'the files are states ("show -json" without a plan writes one): check the resources as they are now, as a plan that changes nothing',
      ),
      source: valued(
        '--source <folder>',
        'the folder with the configuration of the plans, for the lines of the findings; default: the folder of each plan, if it contains a configuration',
      ),
      combine: flag('--combine', 'combine all files into one input: a list of objects with path and contents'),
      timeout: timeoutOption,
      unknownValues: {
        ...valued<UnknownValueSetting>(
          '--unknown-values <setting>',
          'how a mandatory policy that depends on values known after apply is treated: notice (the policy has a verdict, and a notice is shown), fail (the policy has no verdict if the configuration sets such a value) or fail-all (the policy has no verdict); with --dir; if the list of policies has a stricter setting, that setting applies; default: notice',
        ),
        choices: unknownValueSettings,
      },
      failOn: choice('--fail-on <level>', failOnLevels),
      format: choice('--format <name>', formatsOf('plans')),
      report: repeated(
        '--report <format=file>',
        'also write a report to a file, such as sarif=policies.sarif; can be repeated',
      ),
      reportName: valued(
        '--report-name <name>',
        'the name of the stack in JSON reports, for "tipstaff comment"; default: the workspace, or the path of the plan',
      ),
      comment: {
        ...valued(
          '--comment <platform>',
          'keep one comment with the result on the pull or merge request of a pipeline: github (GITHUB_TOKEN) or gitlab (GITLAB_TOKEN); the exit status does not depend on whether the comment can be written',
        ),
        choices: ['github', 'gitlab'],
      },
      commentKey: valued(
        '--comment-key <key>',
        'the name of the comment, if several checks comment on one pull request',
      ),
      pullRequest: valued(
        '--pull-request <number>',
        'the pull or merge request to comment on; default: the request of the pipeline',
      ),
    },
  },
};
