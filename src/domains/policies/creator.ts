// The filter `filter[created-by]` of lists, which selects the records that one identity created.
import type { Context } from '../../context.ts';
import type { ListQuery } from '../../jsonapi/query.ts';
import { canMatch } from '../../kernel/matching.ts';
import { type ListRequest, withValues } from '../../kernel/page.ts';

const createdBy = 'filter[created-by]';

/**
 * Replaces the username in `filter[created-by]` with the user's identifier. A value that is already an identifier stays
 * unchanged.
 */
export async function withCreator(context: Context, query: ListQuery): Promise<ListRequest> {
  const text = query.value(createdBy);
  if (text === undefined || !canMatch(text)) return query;
  return withValues(query, { [createdBy]: (await context.ports.userIdByName(context, text)) ?? text });
}
