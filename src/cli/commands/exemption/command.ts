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
      'ask for an exemption from a policy that blocks a plan; if several findings block and the options select none, the command lists the findings, and at a terminal asks which one you mean',
    options: {
      ...serviceOptions,
      organization,
      workspace: valued(
        '--workspace <name>',
        'the name or identifier of a workspace; the command uses its newest evaluation',
      ),
      evaluation: valued('--evaluation <evaluation>', `instead of --workspace, ${evaluationWords}`),
      policy: valued('--policy <name>', 'use only findings of this policy, written as policy or set/policy'),
      finding: valued('--finding <number>', 'the number of the finding in the list that the command prints'),
      all: flag('--all', 'ask for an exemption from all findings of the policy in the workspace'),
      reason: valued(
        '--reason <text>',
        'why the exemption is needed; shown to the people who decide about the request',
      ),
      until: untilOption('the exemption'),
    },
  },
  list: {
    usage: 'exemption list',
    description: 'list the exemptions of an organization and the requests for exemptions, newest first',
    options: {
      ...serviceOptions,
      organization,
      workspace: valued(
        '--workspace <name>',
        'list only exemptions and requests for this workspace, given by name or identifier',
      ),
      status: {
        ...valued<(typeof statuses)[number]>(
          '--status <status>',
          'list only entries with this status; open, granted and refused select requests, active selects exemptions, expired selects both',
        ),
        choices: statuses,
      },
    },
  },
  grant: {
    usage: 'exemption grant <request>',
    description: 'grant a request that somebody else made, and create the exemption',
    argument: requestArgument,
    options: {
      url: serviceOptions.url,
      until: untilOption('the exemption', 'the requested end'),
    },
  },
  refuse: {
    usage: 'exemption refuse <request>',
    description: 'refuse a request',
    argument: requestArgument,
    options: {
      url: serviceOptions.url,
      comment: valued('--comment <text>', 'why the request is refused; shown to the requester'),
    },
  },
  revoke: {
    usage: 'exemption revoke <exemption>',
    description: 'end an exemption or an approval of findings, or withdraw your own open request',
    argument: 'the identifier of the exemption, approval or request',
    options: { url: serviceOptions.url },
  },
};
