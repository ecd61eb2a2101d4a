import type { UserConfig } from 'vitepress';

export type Plugin = NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number];

/**
 * Text replacements that correct the ARIA roles in the template of VitePress's search box. The original template
 * declares the whole box as a button. The corrected box is a dialog with a combobox. The names of its options are their
 * texts.
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

/** Corrects the ARIA roles of the search box. Fails the build if VitePress has changed its template. */
export const searchBox: Plugin = {
  name: 'search-box',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return replacements.reduce((template, [text, by]) => {
      if (!template.includes(text))
        throw new Error(
          `The search box of VitePress no longer contains this text, so update the replacements in site/search-box.ts: ${text}`,
        );
      return template.replaceAll(text, () => by);
    }, code);
  },
};
