// Scope of a policy set in a few words.
import type { PolicySet } from '../../api/policy-sets.ts';
import { t } from '../../texts/policy-sets.ts';

type Selector = PolicySet['attributes']['tag-selectors'][number];

export const tagName = ({ 'tag-key': key, 'tag-value': value }: Selector): string =>
  value === null ? t.tagAnyValue(key) : `${key}: ${value}`;

/** So many tags are named. */
const maxNamed = 2;

/** The tags that select workspaces; those that exclude some only narrow this. */
const tagsOf = ({ attributes }: PolicySet): readonly string[] => {
  const tags = attributes['tag-selectors'].filter((each) => !each['is-exclude']).map(tagName);
  if (tags.length === 0) return [];
  return [t.byTags(tags.slice(0, maxNamed), tags.length - maxNamed)];
};

/** Scope of a set in words: everything, or the named and selected workspaces and projects. */
export function scopeOf(set: PolicySet): string {
  const { global: isGlobal, 'workspace-count': workspaces, 'project-count': projects } = set.attributes;
  if (isGlobal) return t.everything;
  const parts = [
    ...(workspaces > 0 ? [t.workspaceCount(workspaces)] : []),
    ...(projects > 0 ? [t.projectCount(projects)] : []),
    ...tagsOf(set),
  ];
  return parts.length === 0 ? t.nothing : parts.join(', ');
}
