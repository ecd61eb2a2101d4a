import { t } from '../texts/common.ts';
import { not } from '../texts/refusals.ts';

interface Search {
  readonly isFetching: boolean;
  readonly isError: boolean;
}

/** Text of a choice without candidates: that there is none only once the service has said so. */
export function noCandidatesText({ isFetching, isError }: Search, isTyping: boolean, none: string): string {
  if (isFetching || isTyping) return t.loading;
  return isError ? not.loaded : none;
}
