// Checks that the tests that are chosen for PostgreSQL exist. Otherwise a renamed test would silently run only on
// SQLite.
import { choicePath } from '../test/pairs.ts';
import type { Problem, Sources } from './source.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const template = /`((?:[^`\\]|\\.)*\$\{(?:[^`\\]|\\.)*)`/g;
const placeholder = /\$\{(?:[^{}]|\{[^}]*\})*\}/;

/** Suffix that a test helper appends to a title, such as the name of the protocol. */
const suffix = / \([^()]*\)$/;

/**
 * Whether the source contains the title, with or without the suffix, or contains a template string that matches the
 * title.
 */
function declares(source: string, name: string): boolean {
  const title = source.includes(name) ? name : name.replace(suffix, '');
  if (source.includes(title) || source.includes(title.replaceAll("'", "\\'"))) return true;
  return [...source.matchAll(template)].some(([, text = '']) =>
    new RegExp(`^${text.split(placeholder).map(escaped).join('.*')}$`).test(name),
  );
}

/** Returns a problem for each chosen test that no file declares. Chosen tests have the form `path: title`. */
export const chosenTestProblems = (sources: Sources, chosen: ReadonlySet<string>): readonly Problem[] =>
  [...chosen].flatMap((name) => {
    const end = name.indexOf(': ');
    if (declares(sources.get(name.slice(0, end)) ?? '', name.slice(end + 2))) return [];
    return [{ path: choicePath, line: 1, message: `No test is named "${name}". Rename it here, too.` }];
  });
