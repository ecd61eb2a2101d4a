// Finds evaluations on a service.
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
