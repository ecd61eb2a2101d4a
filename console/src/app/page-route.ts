// Declarations of pages, one a page.
import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { textOf } from '../api/list.ts';
import { rootRoute } from './root-route.ts';

type Raw = Readonly<Record<string, unknown>>;
type ReadSearch = (raw: Raw) => object;

/** Declares a page at a path. `load` imports its file before the first visit, `name` is its component there, `search` reads its address. */
export const page = <const Path extends string, Name extends string, Search extends ReadSearch | undefined = undefined>(
  path: Path,
  load: () => Promise<Readonly<Record<NoInfer<Name>, RouteComponent>>>,
  name: Name,
  search?: Search,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(load, name),
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
