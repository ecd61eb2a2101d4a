// Keeps one comment of a kind on a pull request: found again by its marker, and written again in place.
import { setTimeout as pause } from 'node:timers/promises';
import { answerOf, everyOne, Forbidden, sendTo, Unanswered } from './platform-client.ts';
import { authorOf, type Comment, commentSchema, type PullRequest, userSchema } from './pull-request.ts';

/** A comment by its hidden first line, which no other one of the same account has. */
export interface MarkedComment {
  readonly marker: string;
  /** Begins with the marker. */
  readonly body: string;
}

const tries = 4;

/** In milliseconds, for all tries together. */
const maxTime = 60_000;

/** Creates or updates the comment. Throws `NoComment` where that is not possible. */
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

/** Looks before it creates, so that it can be repeated after an answer that was lost. */
async function writeOnce(pullRequest: PullRequest, comment: MarkedComment): Promise<void> {
  const existing = await ownComments(pullRequest, comment);
  const created = existing.length === 0 ? await create(pullRequest, comment) : undefined;
  // Another job can have created one meanwhile. The oldest stays, with the result that was written last.
  const [oldest, ...others] = created === undefined ? existing : await ownComments(pullRequest, comment, created);
  if (oldest !== undefined && oldest.body !== comment.body) {
    const { update, comment: path } = pullRequest;
    await sendTo(pullRequest, { method: update, path: `${path}${oldest.id}`, body: { body: comment.body } });
  }
  for (const { id } of others) await remove(pullRequest, id);
}

const create = (pullRequest: PullRequest, { body }: MarkedComment): Promise<Comment> =>
  answerOf(pullRequest, { method: 'POST', path: pullRequest.comments, body: { body } }, commentSchema);

/** Deletes a comment; one that another job has deleted is no failure. */
async function remove(pullRequest: PullRequest, id: number): Promise<void> {
  try {
    await sendTo(pullRequest, { method: 'DELETE', path: `${pullRequest.comment}${id}` });
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
}

/** Comments with the marker that this account wrote, the oldest first. Anybody can write the marker, and edit that comment later. */
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

/** Identifier of the account; undefined for the token of an app of GitHub, which has none, and comments as a bot. */
async function ownId(pullRequest: PullRequest): Promise<number | undefined> {
  try {
    return (await answerOf(pullRequest, { path: '/user' }, userSchema)).id;
  } catch (error) {
    if (pullRequest.platform === 'GitHub' && error instanceof Forbidden) return undefined;
    throw error;
  }
}
