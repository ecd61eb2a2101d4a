import { repeated, valued } from '../../terminal/options.ts';
import { checkCommands } from '../check/command.ts';

const { failOn, requirePolicies, commentKey, pullRequest } = checkCommands.check.options;

const commandFor = (platform: string, request: string) => ({
  usage: `comment ${platform} <report> [report...]`,
  description: `keep one comment on the ${request} with the results of several checks, for example of all jobs of a matrix; exit status 1 if a mandatory policy failed, 2 if a plan was not checked or a report is missing or refused`,
  argument: 'a JSON report of "tipstaff check --report json=<file>"',
  others: 'more reports; the wildcards * and ? are allowed',
  options: {
    expect: repeated(
      '--expect <number or names>',
      'the number of reports, or their names, separated by commas; the comment says which are missing; can be repeated',
    ),
    failOn,
    requirePolicies,
    url: valued(
      '--url <address>',
      'the address of the service that evaluated the policies, to link its evaluations; default: TIPSTAFF_URL',
    ),
    commentKey,
    pullRequest,
  },
});

export const commentCommands = {
  github: commandFor('github', 'pull request of a GitHub workflow (GITHUB_TOKEN)'),
  gitlab: commandFor('gitlab', 'merge request of a GitLab pipeline (GITLAB_TOKEN)'),
};
