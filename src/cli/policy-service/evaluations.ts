// Finds evaluations on a service, and describes what changed since the last evaluation that passed.
import { orAbsent } from '../../../client/failure.ts';
import { type Comparison, sincePassed } from '../../../client/since-passed.ts';
import { visibleLine } from '../../lib/text/text.ts';
import type { ServiceClient } from '../client/service.ts';
import { NotChecked, UsageError } from '../terminal/command.ts';
import type { OrganizationService } from './organization-service.ts';
import { workspaceIn } from './workspaces.ts';

/** Description of an argument or option that identifies an evaluation. */
export const evaluationWords = 'the identifier of an evaluation, or the link to its page';

/** Returns the identifier of an evaluation that is given by its identifier or by the link to its page. */
export function evaluationIn(text: string): string {
  const id = /^(?:https?:\/\/\S+\/evaluations\/)?(poleval-\w+)(?:[/?#]\S*)?$/.exec(text)?.[1];
  if (id !== undefined) return id;
  throw new UsageError(
    `${text} is neither the identifier of an evaluation, such as poleval-4xT9bQ7mZr2KfWns, nor the link to its page: a check with a service prints the link.`,
  );
}

const comparisonNeeds = [
  'status',
  'passed-at',
  'policies',
  'policies-left-out',
  'engine-version',
  'plan',
  'resources',
] as const;

/**
 * Reads what changed since the last evaluation that passed; undefined if the service is too old to compare evaluations.
 */
export async function comparisonOf({ client }: ServiceClient, id: string): Promise<Comparison | undefined> {
  const path = '/api/v2/policy-evaluations/{policy_evaluation_id}/comparison';
  const document = await orAbsent(client.get(path, { params: { policy_evaluation_id: id }, needs: comparisonNeeds }));
  return document?.data.attributes;
}

/** Returns the sentences that describe a comparison. Times are in ISO 8601. */
export const comparisonLines = (comparison: Comparison): readonly string[] =>
  sincePassed(comparison, (iso) => iso).map(visibleLine);

/** Returns the identifier of the newest evaluation of a workspace's plans. Throws `NotChecked` if there is none. */
export async function newestEvaluation(service: OrganizationService, workspace: string): Promise<string> {
  const { data } = await service.client.get('/api/v2/organizations/{organization_name}/evaluations', {
    params: service.params,
    query: {
      'filter[workspace]': await workspaceIn(service, workspace),
      'filter[source]': 'plan',
      'page[size]': 1,
    },
    needs: [],
  });
  const [newest] = data;
  if (newest !== undefined) return newest.id;
  throw new NotChecked(`The workspace ${workspace} has no evaluation of a plan: run "tipstaff check" first.`);
}
