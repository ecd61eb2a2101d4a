// Posts the result of a check as a comment on the current pipeline's pull request.

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

interface CommentOptions extends Pick<OptionsOf<typeof checkCommands.check>, 'comment' | 'commentKey' | 'pullRequest'> {
  /** Whether the comment is written only if the commit of the pipeline is still the newest one of the pull request. */
  readonly isForHead?: boolean;
}

/** Validates the options for comments. Throws `UsageError` if they are invalid. */
export function requireCommentOptions({ comment, commentKey, pullRequest }: CommentOptions): void {
  if (comment === undefined && (commentKey ?? pullRequest) !== undefined)
    throw new UsageError('--comment-key and --pull-request need --comment.');
  requireKey('--comment-key', commentKey);
  if (pullRequest !== undefined && !/^[1-9]\d{0,9}$/.test(pullRequest))
    throw new UsageError('--pull-request must be the number of a pull or merge request.');
}

/** Throws `UsageError` if the value of an option is not suitable as the name of a comment or report. */
export function requireKey(option: string, value: string | undefined): void {
  if (value !== undefined && !/^\w[\w./: -]{0,99}$/.test(value))
    throw new UsageError(
      `${option} must have at most 100 characters, which can be letters, digits, spaces, and _ . / : -.`,
    );
}

/**
 * Writes the comment with the text that `markdown` returns. Returns a message if writing fails. It never throws,
 * because a missing comment must not change the result of the check.
 */
export async function writeComment(
  environment: Environment,
  { comment, commentKey, pullRequest, isForHead = false }: CommentOptions,
  markdown: (mask: (text: string) => string) => string,
): Promise<string | undefined> {
  try {
    const target =
      comment === 'gitlab'
        ? gitlabMergeRequest(environment, pullRequest)
        : await githubPullRequest(environment, pullRequest);
    const marker = `<!-- tipstaff check${commentKey === undefined ? '' : ` ${commentKey}`} -->`;
    const body = [marker, markdown(maskOf(environment)), footerOf(target)].filter((part) => part !== '').join('\n');
    await upsertComment(target, { marker, body: body.trim(), ...(isForHead && { commit: target.run.commit }) });
    return undefined;
  } catch (error) {
    return `The comment was not written: ${withFullStop(reasonOf(error))}`;
  }
}

/** Returns a comment footer with the commit and a link to the job's log. */
function footerOf({ run: { log, commit } }: PullRequest): string {
  const parts = [
    ...(log !== undefined && isWebAddress(log) && !/[\s<>]/.test(log) ? [`[Log of the job](<${log}>)`] : []),
    ...(commit !== undefined && /^[0-9a-f]{7,64}$/.test(commit) ? [`commit \`${commit.slice(0, 8)}\``] : []),
  ];
  return parts.length === 0 ? '' : `\n${parts.join(' · ')}`;
}

/** Matches the names of environment variables that probably contain secrets. */
const secretName = /token|secret|passw/i;

/** Minimum length of the values that are masked, in characters. Shorter values could occur in ordinary words. */
const minSecretLength = 8;

/**
 * Returns a function that masks secrets in a text. The platform masks secrets in the job's log but not in comments,
 * which are visible to more people.
 */
function maskOf(environment: Environment): (text: string) => string {
  const secrets = Object.entries(environment)
    .flatMap(([name, value = '']) => (secretName.test(name) && value.length >= minSecretLength ? [value] : []))
    .toSorted((one, other) => other.length - one.length);
  return (text) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text).replaceAll(/(:\/\/)[^\s/@]+@/g, '$1***@');
}
