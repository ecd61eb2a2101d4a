import { type Evaluation, runFacts } from '../../api/evaluations.ts';

/** Maximum length of the part of a run's message that is in the title, in characters. */
const maxSubject = 120;

/** First line of a run's message, shortened for the title. */
export function subjectLine(message: string): string {
  const [line = ''] = message.split('\n');
  return line.length > maxSubject ? `${line.slice(0, maxSubject)}…` : line;
}

/** Title of the page, such as `shop · Add a bucket`. The parts are the workspace and the message of the run. */
export function titleOf(evaluation: Evaluation, workspace: string | null): string {
  const { message } = runFacts(evaluation);
  if (message !== undefined) return [workspace, subjectLine(message)].filter((part) => part !== null).join(' · ');
  const { source } = evaluation.attributes;
  if (workspace === null) return `Evaluation of a ${source}`;
  return source === 'state' ? `Evaluation of the state of ${workspace}` : `Evaluation of a plan for ${workspace}`;
}
