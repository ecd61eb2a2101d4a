// Reads all pages of a list.
import { failed, unknownService } from './failure.ts';

/** Maximum number of pages that are read from one list. No list of an organization has as many pages. */
const maxPages = 10_000;

const memberAt = (document: unknown, ...names: readonly string[]): unknown =>
  names.reduce((value: unknown, name) => Reflect.get(Object(value), name), document);

/** Returns the number of the next page. Undefined for the last page. */
function nextOf(name: string, document: unknown): number | undefined {
  const next = memberAt(document, 'meta', 'pagination', 'next-page') ?? undefined;
  if (next === undefined || (typeof next === 'number' && Number.isInteger(next))) return next;
  throw unknownService(name);
}

/**
 * Yields the documents of a list, page by page. A list without pagination has a single document. `name` is the name of
 * the service in messages. Throws `ApiFailure` if a document is not a list, or if the list has too many pages.
 */
export async function* pagesOf(name: string, read: (page: number) => Promise<unknown>): AsyncGenerator<unknown> {
  for (let page = 1; ; ) {
    const document = await read(page);
    if (!Array.isArray(memberAt(document, 'data'))) throw unknownService(name);
    yield document;
    const next = nextOf(name, document);
    if (next === undefined) return;
    if (next <= page) throw failed('unusable', `${name} sent a list whose pages repeat.`);
    if (next > maxPages) throw failed('unusable', `${name} sent a list with more than ${maxPages} pages.`);
    page = next;
  }
}
