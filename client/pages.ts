// Every page of a list.
import { ApiFailure } from './failure.ts';

/** More pages than a list of any organization has. */
const maxPages = 10_000;

const nextOf = (page: unknown): unknown =>
  ['meta', 'pagination', 'next-page'].reduce((value: unknown, name) => Reflect.get(Object(value), name), page);

/**
 * The documents of a list, page by page; some services have lists without pages. `name` is that of the service.
 * Throws an `ApiFailure` for a list without an end.
 */
export async function* pagesOf(name: string, read: (page: number) => Promise<unknown>): AsyncGenerator<unknown> {
  for (let page = 1; ; ) {
    const document = await read(page);
    yield document;
    const next = nextOf(document);
    if (typeof next !== 'number') return;
    if (next <= page) throw unusable(`A list of ${name} has no end.`);
    if (next > maxPages) throw unusable(`A list of ${name} has more than ${maxPages} pages.`);
    page = next;
  }
}

const unusable = (sentence: string): ApiFailure => new ApiFailure(0, [], { reason: 'unusable', sentence });
