import { timestamp } from '../kernel/clock.ts';
import { sentenceCase } from '../lib/text/text.ts';
import { attributeProblem } from './errors.ts';

/** A moment that a client sent, as it is stored, null for none; and what is wrong with one that is not in the future. */
export function futureTime(attribute: string, sent: string | null, now: number) {
  const at = sent === null ? null : Date.parse(sent);
  const detail = `${sentenceCase(attribute)} must be in the future`;
  const problems = at !== null && at <= now ? [attributeProblem(attribute, 'too-low', detail)] : [];
  return { at: at === null ? null : timestamp(at), problems };
}
