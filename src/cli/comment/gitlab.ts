// Determines the merge request of a GitLab pipeline from its predefined variables.
import type { Environment } from '../../environment.ts';
import { NoComment, type Pipeline, type PullRequest } from './pull-request.ts';

const rightToken = 'a project access token with the role Developer and the scope api';
const remedy = `GITLAB_TOKEN must be ${rightToken}; the pipeline of a fork does not receive it.`;
const tokenRemedy = `GITLAB_TOKEN is wrong, or has expired: create ${rightToken}, and set the variable to it.`;

/**
 * Returns the pipeline's merge request. Throws `NoComment` if the pipeline does not run for a merge request or has no
 * token.
 */
export function gitlabMergeRequest(environment: Environment, number: string | undefined): PullRequest {
  const { GITLAB_TOKEN: token, CI_API_V4_URL: api, CI_MERGE_REQUEST_IID, CI_PROJECT_ID } = environment;
  const known = number ?? CI_MERGE_REQUEST_IID;
  if (!known)
    throw new NoComment(
      'The pipeline does not run for a merge request. Run it as a merge request pipeline, or pass --pull-request.',
    );
  // A fork's pipeline runs in the fork, but the merge request belongs to the target project.
  const project = environment.CI_MERGE_REQUEST_PROJECT_ID ?? CI_PROJECT_ID;
  if (!api || !project) throw new NoComment('CI_API_V4_URL and CI_PROJECT_ID must be set, as in a pipeline of GitLab.');
  if (!token) throw new NoComment(`GITLAB_TOKEN is not set: ${remedy}`);
  const path = `/projects/${encodeURIComponent(project)}/merge_requests/${known}`;
  const comments = `${path}/notes`;
  return {
    platform: 'GitLab',
    api: api.replace(/\/+$/, ''),
    headers: { 'private-token': token },
    path,
    comments,
    query: 'per_page=100&sort=asc&order_by=created_at',
    comment: `${comments}/`,
    update: 'PUT',
    remedy,
    tokenRemedy,
    run: { log: environment.CI_JOB_URL, commit: commitOf(environment) },
  };
}

/** Returns the project and the commit of a pipeline; undefined outside GitLab. */
export function gitlabPipeline(environment: Environment): Pipeline | undefined {
  // A fork's pipeline runs in the fork, but the merge request belongs to the target project.
  const repository = environment.CI_MERGE_REQUEST_PROJECT_PATH || environment.CI_PROJECT_PATH;
  return repository ? { platform: 'gitlab', repository, commit: commitOf(environment) } : undefined;
}

/**
 * Returns the commit that was pushed. A merged results pipeline runs on a temporary merge commit instead, which is not
 * in the source branch.
 */
const commitOf = ({ CI_MERGE_REQUEST_SOURCE_BRANCH_SHA, CI_COMMIT_SHA }: Environment): string | undefined =>
  CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || CI_COMMIT_SHA;
