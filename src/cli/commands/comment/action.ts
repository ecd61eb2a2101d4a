import { readClientConfig } from '../../../config.ts';
import { isEvaluationPage } from '../../../kernel/console-address.ts';
import { serviceAddress } from '../../client/service.ts';
import { requireCommentOptions, writeComment } from '../../comment/check-comment.ts';
import { pipelineOf } from '../../comment/pipeline.ts';
import { collectReports } from '../../comment-reports/collected-reports.ts';
import { exitCodeOf } from '../../policy-check/check.ts';
import { collectedDocument, collectedMarkdown, collectedText } from '../../reports/collected.ts';
import type { Action } from '../../terminal/command.ts';
import type { commentCommands } from './command.ts';

/** Returns the command for a platform. As in a check, the exit status does not depend on whether the comment is written. */
const commentOn =
  (comment: 'github' | 'gitlab'): Action<typeof commentCommands.github> =>
  async ({ subject, others, options }, { environment, warn }) => {
    const target = { ...options, comment, isForHead: true };
    requireCommentOptions(target);
    const address = options.url ?? readClientConfig(environment).url;
    const service = address === undefined ? undefined : serviceAddress(address);
    const pipeline = await pipelineOf(environment);
    const collected = await collectReports([subject, ...others], { ...options, pipeline });
    // The reports are not trusted, so they can only link to evaluations on the service that the pipeline uses.
    const isLink = (url: string): boolean => service !== undefined && isEvaluationPage(service, url);
    const failure = await writeComment(environment, target, (mask) =>
      collectedMarkdown(collected, { mask, isLink, name: options.commentKey }),
    );
    if (failure !== undefined) warn(failure);
    const exitCode = collected.problems.length > 0 ? 2 : exitCodeOf(collected.reports, options);
    const json = { passed: exitCode === 0, commented: failure === undefined, ...collectedDocument(collected) };
    return { text: collectedText(collected), json, exitCode };
  };

export const github = commentOn('github');
export const gitlab = commentOn('gitlab');
