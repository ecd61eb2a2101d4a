// Maintains one comment for each check on a pull request. An existing comment is found by its marker and updated.
import { setTimeout as pause } from 'node:timers/promises';
import { answerOf, everyOne, Forbidden, sendTo, Unanswered } from './platform-client.ts';
import {
  authorOf,
  type Comment,
  commentSchema,
  NoComment,
  type PullRequest,
  pullRequestSchema,
  userSchema,
} from './pull-request.ts';

/**
 * A comment that is identified by a hidden marker in its first line. Only comments by the same account are considered.
 */
export interface MarkedComment {
  readonly marker: string;
  /** Text of the comment. It must begin with the marker. */
  readonly body: string;
  /** If set, the comment is written only if this commit is the newest one of the pull request. */
  readonly commit?: string | undefined;
}

const tries = 4;

/** Time limit in milliseconds for all attempts together. */
const maxTime = 60_000;

/** Creates or updates the comment, with retries. Throws `NoComment` if all attempts fail. */
export async function upsertComment(pullRequest: PullRequest, comment: MarkedComment): Promise<void> {
  const deadline = Date.now() + maxTime;
  for (let left = tries; ; left -= 1) {
    try {
      return await writeOnce(pullRequest, comment);
    } catch (error) {
      if (!(error instanceof Unanswered) || left === 1 || Date.now() + error.wait > deadline) throw error;
      await pause(error.wait);
    }
  }
}

/**
 * Tries once to write the comment. It first searches for an existing comment, so it can be repeated safely if a
 * response was lost.
 */
async function writeOnce(pullRequest: PullRequest, comment: MarkedComment): Promise<void> {
  await requireHead(pullRequest, comment);
  const existing = await ownComments(pullRequest, comment);
  const created = existing.length === 0 ? await create(pullRequest, comment) : undefined;
  // A concurrent job may have created a comment, too. The oldest comment is kept and updated, and the other comments
  // are deleted.
  const [oldest, ...others] = created === undefined ? existing : await ownComments(pullRequest, comment, created);
  if (oldest !== undefined && oldest.body !== comment.body) {
    const { update, comment: path } = pullRequest;
    await sendTo(pullRequest, { method: update, path: `${path}${oldest.id}`, body: { body: comment.body } });
  }
  for (const { id } of others) await remove(pullRequest, id);
}

async function requireHead(pullRequest: PullRequest, { commit }: MarkedComment): Promise<void> {
  if (commit === undefined) return;
  const { head, sha = head?.sha } = await answerOf(pullRequest, { path: pullRequest.path }, pullRequestSchema);
  if (sha !== commit)
    throw new NoComment(
      `Commit ${commit.slice(0, 8)} is no longer the newest one of the pull request. The pipeline of the newest commit writes the comment.`,
    );
}

const create = (pullRequest: PullRequest, { body }: MarkedComment): Promise<Comment> =>
  answerOf(pullRequest, { method: 'POST', path: pullRequest.comments, body: { body } }, commentSchema);

/** Deletes a comment. Does nothing if a concurrent job has already deleted it. */
async function remove(pullRequest: PullRequest, id: number): Promise<void> {
  try {
    await sendTo(pullRequest, { method: 'DELETE', path: `${pullRequest.comment}${id}` });
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
}

/**
 * Returns this account's comments with the marker, oldest first. The author is checked because anybody can write a
 * comment with the marker.
 */
async function ownComments(
  pullRequest: PullRequest,
  { marker }: MarkedComment,
  created?: Comment,
): Promise<readonly Comment[]> {
  const { comments, query } = pullRequest;
  const marked = (await everyOne(pullRequest, `${comments}?${query}`, commentSchema)).filter(
    ({ body }) => body?.startsWith(marker) === true,
  );
  if (marked.length === 0) return [];
  const self = created === undefined ? await ownId(pullRequest) : authorOf(created)?.id;
  return marked
    .filter((each) => (self === undefined ? authorOf(each)?.type === 'Bot' : authorOf(each)?.id === self))
    .toSorted((one, other) => one.id - other.id);
}

/**
 * Identifier of the token's account. Undefined for the token of a GitHub app, which has no account and comments as a
 * bot.
 */
async function ownId(pullRequest: PullRequest): Promise<number | undefined> {
  try {
    return (await answerOf(pullRequest, { path: '/user' }, userSchema)).id;
  } catch (error) {
    if (pullRequest.platform === 'GitHub' && error instanceof Forbidden) return undefined;
    throw error;
  }
}
