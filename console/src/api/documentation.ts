// Pages of the documentation.
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '../../../client/failure.ts';
import { pathTo } from './boot.ts';
import { keyOf } from './query-key.ts';

export interface DocumentationPage {
  /** Path of the page, with the path prefix of the service. */
  readonly path: string;
  readonly title: string;
  /** First sentence of the page. */
  readonly summary: string;
}

/** Matches an entry in `/docs/llms.txt`, the list of pages: `- [Title](/docs/path.md): Summary.` */
const line = /^- \[(.+?)\]\((.+?)\.md\): (.*)$/gm;

const pagesIn = (list: string): readonly DocumentationPage[] =>
  [...list.matchAll(line)].map(([, title = '', path = '', summary = '']) => ({
    path: path.replace(/index$/, ''),
    title,
    summary,
  }));

/** All pages of the documentation. The list is empty if the service has no documentation. */
export const documentationQuery = queryOptions({
  queryKey: keyOf('documentation'),
  queryFn: async ({ signal }): Promise<readonly DocumentationPage[]> => {
    const answer = await fetch(pathTo('/docs/llms.txt'), { signal });
    if (answer.status === 404) return [];
    if (!answer.ok) throw new ApiFailure(answer.status, []);
    return pagesIn(await answer.text());
  },
  staleTime: Number.POSITIVE_INFINITY,
});
