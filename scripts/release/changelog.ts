// Reads and updates the changelog. Its format is Keep a Changelog.

const unreleased = '## [Unreleased]';

/** Headings of the change types, in the order in which they must appear. */
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/**
 * Returns the changelog with the unreleased entries moved to a section for the version. `date` has the form
 * `2026-01-31`. Throws if there are no unreleased entries, or if the file is malformed.
 */
export function cutChangelog(text: string, version: string, date: string): string {
  if (text.includes(`\n## [${version}]`)) throw new Error(`CHANGELOG.md already contains ${version}.`);
  const [before, after, ...others] = text.split(`${unreleased}\n`);
  if (after === undefined || others.length > 0) throw new Error(`CHANGELOG.md needs one line "${unreleased}".`);
  const problem = orderProblem(after.split(/^## /m)[0] ?? '');
  if (problem !== undefined) throw new Error(`CHANGELOG.md: ${problem}`);
  return `${before}${unreleased}\n\n## [${version}] - ${date}\n${after}`;
}

/**
 * Returns the release notes of a version. They are the version's section in the changelog, without its heading. Throws
 * if the section does not exist.
 */
export function releaseNotes(text: string, version: string): string {
  const section = text.split(/^## /m).find((each) => each.startsWith(`[${version}] - `));
  if (section === undefined) {
    throw new Error(
      `CHANGELOG.md has no section "## [${version}] - <date>". "npm run release:cut -- ${version}" writes it.`,
    );
  }
  return section.slice(section.indexOf('\n')).trim();
}

function orderProblem(section: string): string | undefined {
  const [preface = '', ...parts] = section.split(/^### /m);
  if (parts.length === 0) return 'the section "Unreleased" is empty.';
  if (preface.trim() !== '') return 'each line under "Unreleased" belongs below one of its headings.';
  const headings = parts.map((part) => part.split('\n')[0] ?? '');
  const sorted = kinds.filter((kind) => headings.includes(kind));
  if (headings.join() !== sorted.join()) return `headings are ${kinds.join(', ')}, each once and in this order.`;
  const empty = parts.find((part) => !/^- /m.test(part));
  return empty === undefined ? undefined : `the section "${empty.trim()}" is empty.`;
}
