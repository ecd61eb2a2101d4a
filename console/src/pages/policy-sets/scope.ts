// Scope of policy sets in a few words.
import type { PolicySet } from '../../api/policy-sets.ts';
import { t } from '../../texts/policy-sets.ts';

type Selector = PolicySet['attributes']['tag-selectors'][number];

export const tagName = ({ 'tag-key': key, 'tag-value': value }: Selector): string =>
  value === null ? t.tagAnyValue(key) : `${key}: ${value}`;

/** So many tags are named. */
const maxNamed = 2;

/** The tags that select workspaces; those that exclude some only narrow this. */
const tagsOf = (selectors: readonly Selector[]): readonly string[] => {
  const tags = [...new Set(selectors.filter((each) => !each['is-exclude']).map(tagName))];
  return tags.length === 0 ? [] : [t.byTags(tags.slice(0, maxNamed), tags.length - maxNamed)];
};

interface Scope {
  readonly isGlobal: boolean;
  /** Number of those that are named. */
  readonly workspaces: number;
  readonly projects: number;
  readonly selectors: readonly Selector[];
}

/** Everything, or the named and selected workspaces and projects. */
export function scopeText({ isGlobal, workspaces, projects, selectors }: Scope): string {
  if (isGlobal) return t.everything;
  const parts = [
    ...(workspaces > 0 ? [t.workspaceCount(workspaces)] : []),
    ...(projects > 0 ? [t.projectCount(projects)] : []),
    ...tagsOf(selectors),
  ];
  return parts.length === 0 ? t.nothing : parts.join(', ');
}

/** Scope of one set. */
export const scopeOf = ({ attributes }: PolicySet): string =>
  scopeText({
    isGlobal: attributes.global,
    workspaces: attributes['workspace-count'],
    projects: attributes['project-count'],
    selectors: attributes['tag-selectors'],
  });
