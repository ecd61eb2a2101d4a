// Checks that the tests chosen for PostgreSQL exist, because a test that was renamed silently runs only on SQLite.
import { choicePath } from '../test/pairs.ts';
import type { Problem, Sources } from './source.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const template = /`((?:[^`\\]|\\.)*\$\{(?:[^`\\]|\\.)*)`/g;
const placeholder = /\$\{(?:[^{}]|\{[^}]*\})*\}/;

/** Suffix that a helper appends to a title, such as the protocol. */
const suffix = / \([^()]*\)$/;

/** Whether the title, possibly with a suffix, stands in the source as a string or matches a template string. */
function declares(source: string, name: string): boolean {
  const title = source.includes(name) ? name : name.replace(suffix, '');
  if (source.includes(title) || source.includes(title.replaceAll("'", "\\'"))) return true;
  return [...source.matchAll(template)].some(([, text = '']) =>
    new RegExp(`^${text.split(placeholder).map(escaped).join('.*')}$`).test(name),
  );
}

/** Returns the chosen tests, as `path: title`, that no file declares. */
export const chosenTestProblems = (sources: Sources, chosen: ReadonlySet<string>): readonly Problem[] =>
  [...chosen].flatMap((name) => {
    const end = name.indexOf(': ');
    if (declares(sources.get(name.slice(0, end)) ?? '', name.slice(end + 2))) return [];
    return [{ path: choicePath, line: 1, message: `No test is named "${name}". Rename it here, too.` }];
  });
