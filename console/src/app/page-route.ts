// Route definitions of pages.
import { createRoute, lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router';
import { textOf } from '../api/list.ts';
import { rootRoute } from './root-route.ts';

type Raw = Readonly<Record<string, unknown>>;
type ReadSearch = (raw: Raw) => object;

interface PageFile<Search> {
  /** Title of the page in the browser. */
  readonly title: string;
  /** Imports the page's component. Called when the page is visited for the first time. */
  readonly load: () => Promise<RouteComponent>;
  /** Parses the page's parameters from the query string of the URL. */
  readonly search?: Search;
}

/** Defines a route for a page. */
export const page = <const Path extends string, Search extends ReadSearch | undefined = undefined>(
  path: Path,
  { title, load, search }: PageFile<Search>,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
    staticData: { title },
    validateSearch: search,
  });

/** Defines a route for another address of a page. It redirects to the page, with the given search parameters. */
export const moved = <const Path extends string>(path: Path, to: string, search: object) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to, params, search, replace: true });
    },
  });

/** Returns a parser for string parameters in the URL. It omits empty values and values of other types. */
export const textSearch =
  <Name extends string>(...names: readonly Name[]) =>
  (raw: Raw): Readonly<Partial<Record<Name, string>>> => {
    const texts: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const text = textOf(raw[name]);
      if (text !== undefined) texts[name] = text;
    }
    return texts;
  };
