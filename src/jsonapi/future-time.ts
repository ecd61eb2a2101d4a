import { timestamp } from '../kernel/clock.ts';
import { sentenceCase } from '../lib/text/text.ts';
import { attributeProblem } from './errors.ts';

/**
 * Converts a time in a request to the stored format. Null means that no time is set. Returns a problem if the time is
 * not in the future.
 */
export function futureTime(attribute: string, sent: string | null, now: number) {
  const at = sent === null ? null : Date.parse(sent);
  const detail = `${sentenceCase(attribute)} must be in the future`;
  const problems = at !== null && at <= now ? [attributeProblem(attribute, 'too-low', detail)] : [];
  return { at: at === null ? null : timestamp(at), problems };
}
