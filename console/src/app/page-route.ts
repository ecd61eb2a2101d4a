// Declarations of pages, one a page.
import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { textOf } from '../api/list.ts';
import { rootRoute } from './root-route.ts';

type Raw = Readonly<Record<string, unknown>>;
type ReadSearch = (raw: Raw) => object;

interface PageFile<Name extends string, Search> {
  /** Name of the page in the document title. */
  readonly title: string;
  /** Imports the file of the page before the first visit. */
  readonly load: () => Promise<Readonly<Record<NoInfer<Name>, RouteComponent>>>;
  /** The component in that file. */
  readonly name: Name;
  /** Reads the state of the page from its address. */
  readonly search?: Search;
}

/** Declares a page at a path. */
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

/** Reads texts from an address by their names; what is no text or empty is left out. */
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
