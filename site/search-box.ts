import type { UserConfig } from 'vitepress';

export type Plugin = NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number];

/**
 * Roles of the library's search box, as texts of its template with what replaces each. It calls the whole box a button; here it
 * is a dialog with a combobox and its options, each named by its own text.
 */
const replacements: readonly (readonly [text: string, by: string])[] = [
  ['role="button"', 'role="dialog" aria-modal="true"'],
  [':aria-owns="results?.length ? \'localsearch-list\' : undefined"', ''],
  ['aria-expanded="true"', ''],
  ['aria-haspopup="listbox"', ''],
  ['aria-autocomplete="both"', 'role="combobox" aria-autocomplete="list" :aria-expanded="String(results.length > 0)"'],
  [':id="\'localsearch-item-\' + index"', ''],
  [":aria-selected=\"selectedIndex === index ? 'true' : 'false'\"", ''],
  ['role="option"', 'role="presentation"'],
  [
    ':aria-label="[...p.titles, p.title].join(\' > \')"',
    'role="option" :id="\'localsearch-item-\' + index" :aria-selected="selectedIndex === index ? \'true\' : \'false\'"',
  ],
  ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
];

/** Corrects the roles of the search box; a version of the library with other texts fails the build. */
export const searchBox: Plugin = {
  name: 'search-box',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return replacements.reduce((template, [text, by]) => {
      if (!template.includes(text)) throw new Error(`The search box does not have this any more: ${text}`);
      return template.replaceAll(text, () => by);
    }, code);
  },
};
