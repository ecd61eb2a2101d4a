import type { Resource } from '../../../../client/index.ts';
import { evaluationWords } from '../../policy-service/evaluations.ts';
import { untilOption } from '../../policy-service/until.ts';
import { flag, valued } from '../../terminal/options.ts';
import { pageOptions, serviceOptions } from '../options.ts';

export const evaluationCommands = {
  list: {
    usage: 'evaluation list',
    description: 'list the evaluations of plans and states on a service, newest first',
    options: {
      ...serviceOptions,
      status: valued<Resource<'policy-evaluations'>['attributes']['status']>(
        '--status <status>',
        'only evaluations with this status, such as failed',
      ),
      source: {
        ...valued<'plan' | 'state'>('--source <source>', 'only evaluations of this source: plan or state'),
        choices: ['plan', 'state'],
      },
      blocked: flag(
        '--blocked',
        'only evaluations of plans that failed, errored or are unreachable, and are not overridden',
      ),
      level: valued<'mandatory' | 'advisory'>(
        '--level <level>',
        'only evaluations in which a policy with this enforcement level failed: mandatory or advisory',
      ),
      workspace: valued('--workspace <name>', 'only evaluations of this workspace'),
      createdBy: valued('--created-by <name>', 'only evaluations that this account created: username or identifier'),
      since: valued('--since <time>', 'only evaluations created since this time, such as 2026-01-31T12:00:00Z'),
      until: valued('--until <time>', 'only evaluations created before this time'),
      ...pageOptions,
    },
  },
  show: {
    usage: 'evaluation show <evaluation>',
    description:
      'show the result of an evaluation and, if it does not pass, what changed since the last plan of the workspace that passed',
    argument: evaluationWords,
    options: { url: serviceOptions.url },
  },
  override: {
    usage: 'evaluation override <evaluation>',
    description:
      'let the run of a blocked evaluation continue; with --same-findings, the override also applies to later checks',
    argument: evaluationWords,
    options: {
      url: serviceOptions.url,
      comment: valued('--comment <text>', 'why the run may continue'),
      until: untilOption('the override'),
      sameFindings: flag(
        '--same-findings',
        'let later evaluations of the workspace pass, too, if they have the same findings and nothing else blocks; the override ends after 7 days if the organization has no maximum duration',
      ),
    },
  },
};
