// The comment of a check on the pull request of its pipeline.

import { reasonOf } from '../../../client/reason.ts';
import type { Environment } from '../../environment.ts';
import { isWebAddress } from '../../lib/network/web-link.ts';
import { withFullStop } from '../../lib/text/text.ts';
import type { checkCommands } from '../commands/check/command.ts';
import { type OptionsOf, UsageError } from '../terminal/command.ts';
import { githubPullRequest } from './github.ts';
import { gitlabMergeRequest } from './gitlab.ts';
import type { PullRequest } from './pull-request.ts';
import { upsertComment } from './upsert.ts';

type CommentOptions = Pick<OptionsOf<typeof checkCommands.check>, 'comment' | 'commentKey' | 'pullRequest'>;

/** Throws `UsageError` for options that name no comment. */
export function requireCommentOptions({ comment, commentKey, pullRequest }: CommentOptions): void {
  if (comment === undefined && (commentKey ?? pullRequest) !== undefined)
    throw new UsageError('--comment-key and --pull-request need --comment.');
  if (commentKey !== undefined && !/^\w[\w./: -]{0,99}$/.test(commentKey))
    throw new UsageError('--comment-key must be at most 100 letters, digits, blanks and characters of _ . / : -.');
  if (pullRequest !== undefined && !/^[1-9]\d{0,9}$/.test(pullRequest))
    throw new UsageError('--pull-request must be the number of a pull or merge request.');
}

/**
 * Writes the comment of a check; `markdown` makes its text. A sentence where that was not possible: it decides over no verdict,
 * so nothing is thrown.
 */
export async function writeComment(
  environment: Environment,
  { comment, commentKey, pullRequest }: CommentOptions,
  markdown: (mask: (text: string) => string) => string,
): Promise<string | undefined> {
  try {
    const target =
      comment === 'gitlab'
        ? gitlabMergeRequest(environment, pullRequest)
        : await githubPullRequest(environment, pullRequest);
    const marker = `<!-- tipstaff check${commentKey === undefined ? '' : ` ${commentKey}`} -->`;
    const body = [marker, markdown(maskOf(environment)), footerOf(target)].filter((part) => part !== '').join('\n');
    await upsertComment(target, { marker, body: body.trim() });
    return undefined;
  } catch (error) {
    return `There is no comment: ${withFullStop(reasonOf(error))}`;
  }
}

/** A line with the log and the commit. */
function footerOf({ run: { log, commit } }: PullRequest): string {
  const parts = [
    ...(log !== undefined && isWebAddress(log) && !/[\s<>]/.test(log) ? [`[Log of the job](<${log}>)`] : []),
    ...(commit !== undefined && /^[0-9a-f]{7,64}$/.test(commit) ? [`commit \`${commit.slice(0, 8)}\``] : []),
  ];
  return parts.length === 0 ? '' : `\n${parts.join(' · ')}`;
}

/** Variables whose values are secrets, by their names. */
const secretName = /token|secret|passw/i;

/** A shorter value could be a part of any word. */
const minSecretLength = 8;

/** A comment is seen by more people than the log of a job, whose secrets the platform masks. */
function maskOf(environment: Environment): (text: string) => string {
  const secrets = Object.entries(environment)
    .flatMap(([name, value = '']) => (secretName.test(name) && value.length >= minSecretLength ? [value] : []))
    .toSorted((one, other) => other.length - one.length);
  return (text) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text).replaceAll(/(:\/\/)[^\s/@]+@/g, '$1***@');
}
