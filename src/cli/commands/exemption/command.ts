import { evaluationWords } from '../../policy-service/evaluations.ts';
import { untilOption } from '../../policy-service/until.ts';
import { flag, valued } from '../../terminal/options.ts';
import { serviceOptions } from '../options.ts';

const requestArgument = 'the identifier of the request';

const organization = valued(
  '--organization <name>',
  'the organization; default: the organization of the token, if it has only one',
);

const statuses = ['open', 'granted', 'refused', 'active', 'expired'] as const;

export const exemptionCommands = {
  request: {
    usage: 'exemption request',
    description:
      'ask for an exemption from a policy that blocks a plan; without a choice, the command lists the findings, and asks which one you mean if it runs at a terminal',
    options: {
      ...serviceOptions,
      organization,
      workspace: valued('--workspace <name>', 'the workspace, by name or identifier, whose newest evaluation is used'),
      evaluation: valued('--evaluation <evaluation>', `instead of --workspace, ${evaluationWords}`),
      policy: valued('--policy <name>', 'only findings of this policy, given as policy or as set/policy'),
      finding: valued('--finding <number>', 'the number of the finding in the list'),
      all: flag('--all', 'ask for an exemption from all findings of the policy in the workspace'),
      reason: valued('--reason <text>', 'why the exemption is needed; who decides on the request reads it'),
      until: untilOption('the exemption'),
    },
  },
  list: {
    usage: 'exemption list',
    description: 'list the exemptions of an organization and the requests for exemptions, newest first',
    options: {
      ...serviceOptions,
      organization,
      workspace: valued('--workspace <name>', 'only those of this workspace, given by name or identifier'),
      status: {
        ...valued<(typeof statuses)[number]>(
          '--status <status>',
          'only requests that are open, granted or refused, only exemptions that are active, or both if they are expired',
        ),
        choices: statuses,
      },
    },
  },
  grant: {
    usage: 'exemption grant <request>',
    description: 'grant a request of somebody else, which creates the exemption',
    argument: requestArgument,
    options: {
      url: serviceOptions.url,
      until: untilOption('the exemption', 'the end that the request names'),
    },
  },
  refuse: {
    usage: 'exemption refuse <request>',
    description: 'refuse a request',
    argument: requestArgument,
    options: {
      url: serviceOptions.url,
      comment: valued('--comment <text>', 'why the request is refused; the requester reads it'),
    },
  },
  revoke: {
    usage: 'exemption revoke <exemption>',
    description: 'end an exemption or the approval of findings, or withdraw your own open request',
    argument: 'the identifier of the exemption, approval or request',
    options: { url: serviceOptions.url },
  },
};
