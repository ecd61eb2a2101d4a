// Every page of a list.
import { failed, unknownService } from './failure.ts';

/** More pages than a list of any organization has. */
const maxPages = 10_000;

const memberAt = (document: unknown, ...names: readonly string[]): unknown =>
  names.reduce((value: unknown, name) => Reflect.get(Object(value), name), document);

/** The number of the next page; undefined after the last one. */
function nextOf(name: string, document: unknown): number | undefined {
  const next = memberAt(document, 'meta', 'pagination', 'next-page') ?? undefined;
  if (next === undefined || (typeof next === 'number' && Number.isInteger(next))) return next;
  throw unknownService(name);
}

/**
 * The documents of a list, page by page; some services have lists without pages. `name` is that of the service.
 * Throws an `ApiFailure` for what is no list, and for a list without an end.
 */
export async function* pagesOf(name: string, read: (page: number) => Promise<unknown>): AsyncGenerator<unknown> {
  for (let page = 1; ; ) {
    const document = await read(page);
    if (!Array.isArray(memberAt(document, 'data'))) throw unknownService(name);
    yield document;
    const next = nextOf(name, document);
    if (next === undefined) return;
    if (next <= page) throw failed('unusable', `A list of ${name} has no end.`);
    if (next > maxPages) throw failed('unusable', `A list of ${name} has more than ${maxPages} pages.`);
    page = next;
  }
}
