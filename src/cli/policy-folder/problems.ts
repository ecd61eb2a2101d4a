// Problems of policies as lines for people.
import { join } from 'node:path';
import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { visible } from '../../lib/text.ts';

/** A file of a folder by the path that it has for the user. */
export const placed = (folder: string, file: string): string => join(folder, file);

/** `policies/a.rego:3:5: message. Hint.` */
export function problemLine(folder: string, { file, row, column, message, hint }: PolicyProblem): string {
  const path = file === undefined || file === 'query' ? file : placed(folder, file);
  const place = [path, row, column].filter((part) => part !== undefined).join(':');
  const sentence = `${place === '' ? '' : `${place}: `}${message}`;
  return visible(hint === undefined ? sentence : `${sentence.replace(/\.$/, '')}. ${hint}`).replaceAll('\n', ' ');
}
