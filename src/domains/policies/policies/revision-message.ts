import { invalidParameter } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { isStorable, isVisible } from '../../../lib/text/text.ts';
import { replayQuery } from '../replay-record.ts';

const maxLength = 500;

/** Query parameters that the requests that create a revision have in common. */
export const revisionQuery = { parameters: ['message', ...replayQuery.parameters] } as const;

/**
 * Reads the message of a revision and trims it. The message is one line of at most 500 characters, or null if the
 * request has none.
 */
export function messageIn({ value }: Pick<ListQuery, 'value'>): string | null {
  const text = value('message')?.trim() ?? '';
  if (text.length > maxLength || !isStorable(text) || !isVisible(text)) {
    const detail = `message must be one line of at most ${maxLength} characters, without control characters`;
    throw invalidParameter('message', detail);
  }
  return text === '' ? null : text;
}
