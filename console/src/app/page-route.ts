// Route definitions of pages.
import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { textOf } from '../api/list.ts';
import { rootRoute } from './root-route.ts';

type Raw = Readonly<Record<string, unknown>>;
type ReadSearch = (raw: Raw) => object;

interface PageFile<Name extends string, Search> {
  /** Name of the page in the document title. */
  readonly title: string;
  /** Imports the page's module when the page is first visited. */
  readonly load: () => Promise<Readonly<Record<NoInfer<Name>, RouteComponent>>>;
  /** Name of the component in the module. */
  readonly name: Name;
  /** Parses the page's state from the URL. */
  readonly search?: Search;
}

/** Defines a page at a path. */
export const page = <const Path extends string, Name extends string, Search extends ReadSearch | undefined = undefined>(
  path: Path,
  { title, load, name, search }: PageFile<Name, Search>,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(load, name),
    staticData: { title },
    validateSearch: search,
  });

/** Parses text parameters from the URL. Empty values and values that are not texts are omitted. */
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
