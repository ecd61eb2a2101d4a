// Determines the pull request of a GitHub Actions workflow from the runner's environment variables.
import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import type { Environment } from '../../environment.ts';
import { validate } from '../../jsonapi/validate.ts';
import { parsedJson } from '../terminal/input.ts';
import { NoComment, type Pipeline, type PullRequest } from './pull-request.ts';

/** Payload of a GitHub event for a pull request, for a comment on one, or for the end of another workflow. */
const eventSchema = Type.Object({
  pull_request: Type.Optional(
    Type.Object({
      number: Type.Integer(),
      head: Type.Optional(Type.Object({ sha: Type.String() })),
    }),
  ),
  issue: Type.Optional(Type.Object({ number: Type.Integer(), pull_request: Type.Optional(Type.Unknown()) })),
  workflow_run: Type.Optional(Type.Object({ head_sha: Type.String() })),
});

type Event = Static<typeof eventSchema>;

const remedy =
  'give the job "permissions: pull-requests: write"; the token for a pull request from a fork is read-only.';

const tokenRemedy = 'GITHUB_TOKEN is wrong, or has expired: pass github.token to the step.';

/**
 * Returns the workflow's pull request. Throws `NoComment` if the workflow does not run for a pull request or has no
 * token.
 */
export async function githubPullRequest(environment: Environment, number: string | undefined): Promise<PullRequest> {
  const { GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository = '', GITHUB_API_URL } = environment;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new NoComment('GITHUB_REPOSITORY must be the owner and the name of a repository, such as octo/infra.');
  }
  if (!token) throw new NoComment('GITHUB_TOKEN is not set: pass github.token to the step.');
  const event = await eventOf(environment.GITHUB_EVENT_PATH);
  const known = number ?? numberOf(event);
  if (known === undefined)
    throw new NoComment(
      'The workflow does not run for a pull request. Run it on the event pull_request, or pass --pull-request.',
    );
  const issues = `/repos/${repository}/issues`;
  return {
    platform: 'GitHub',
    api: (GITHUB_API_URL ?? 'https://api.github.com').replace(/\/+$/, ''),
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    path: `/repos/${repository}/pulls/${known}`,
    comments: `${issues}/${known}/comments`,
    query: 'per_page=100',
    comment: `${issues}/comments/`,
    update: 'PATCH',
    remedy,
    tokenRemedy,
    run: { log: logOf(environment, repository), commit: commitOf(environment, event) },
  };
}

/** Returns the workflow's repository and commit; undefined outside GitHub Actions. */
export async function githubPipeline(environment: Environment): Promise<Pipeline | undefined> {
  const { GITHUB_REPOSITORY: repository } = environment;
  if (!repository) return undefined;
  return {
    platform: 'github',
    repository,
    commit: commitOf(environment, await eventOf(environment.GITHUB_EVENT_PATH)),
  };
}

/**
 * `GITHUB_SHA` is the merge commit if the workflow runs for a pull request. If it runs for a comment on a pull request or
 * after another workflow, `GITHUB_SHA` is the newest commit of the default branch.
 */
function commitOf({ GITHUB_SHA }: Environment, event: Event | undefined): string | undefined {
  const commit = event?.pull_request?.head?.sha ?? event?.workflow_run?.head_sha;
  return commit ?? (event?.issue === undefined ? GITHUB_SHA : undefined);
}

async function eventOf(path: string | undefined): Promise<Event | undefined> {
  if (path === undefined) return undefined;
  const result = validate(eventSchema, parsedJson(await readFile(path, 'utf8').catch(() => '')));
  return 'problems' in result ? undefined : result.value;
}

const numberOf = (event: Event | undefined): number | undefined =>
  event?.pull_request?.number ?? (event?.issue?.pull_request === undefined ? undefined : event.issue.number);

const logOf = (
  { GITHUB_SERVER_URL: server, GITHUB_RUN_ID: run }: Environment,
  repository: string,
): string | undefined => (server && run ? `${server}/${repository}/actions/runs/${run}` : undefined);
