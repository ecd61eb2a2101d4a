// Short descriptions of which workspaces policy sets apply to.
import type { PolicySet } from '../../api/policy-sets.ts';
import { counted } from '../../texts/counted.ts';

type Selector = PolicySet['attributes']['tag-selectors'][number];

export const tagName = ({ 'tag-key': key, 'tag-value': value }: Pick<Selector, 'tag-key' | 'tag-value'>): string =>
  value === null ? `${key}, with any value` : `${key}: ${value}`;

/** Maximum number of tags that a description names. */
const maxNamed = 2;

/** Returns the names of the tags that select workspaces. */
const tagsOf = (selectors: readonly Selector[]): readonly string[] => {
  const tags = [...new Set(selectors.filter((each) => !each['is-exclude']).map(tagName))];
  return tags.length === 0
    ? []
    : [
        `by tag: ${tags.slice(0, maxNamed).join(', ')}${(tags.length - maxNamed) > 0 ? ` and ${(tags.length - maxNamed).toLocaleString('en')} more` : ''}`,
      ];
};

interface Scope {
  readonly isGlobal: boolean;
  /** Number of individually selected workspaces. */
  readonly workspaces: number;
  readonly projects: number;
  readonly selectors: readonly Selector[];
  /** Whether some workspaces, projects or tags are excluded. */
  readonly isNarrowed: boolean;
}

/** Describes a scope: everything, or the selected workspaces, projects and tags. */
export function scopeText({ isGlobal, workspaces, projects, selectors, isNarrowed }: Scope): string {
  if (isGlobal) return isNarrowed ? `Everything, except what is excluded` : 'Everything';
  const parts = [
    ...(workspaces > 0 ? [counted(workspaces, 'workspace')] : []),
    ...(projects > 0 ? [counted(projects, 'project')] : []),
    ...tagsOf(selectors),
  ];
  if (parts.length === 0) return 'Nothing yet';
  return isNarrowed ? `${parts.join(', ')}, except what is excluded` : parts.join(', ');
}

/** Whether a set excludes workspaces, projects or tags. */
export const hasExclusions = ({ attributes, relationships }: PolicySet): boolean =>
  relationships['workspace-exclusions'].data.length > 0 ||
  relationships['project-exclusions'].data.length > 0 ||
  attributes['tag-selectors'].some((each) => each['is-exclude']);

/** Describes the scope of one policy set. */
export const scopeOf = (set: PolicySet): string =>
  scopeText({
    isGlobal: set.attributes.global,
    workspaces: set.attributes['workspace-count'],
    projects: set.attributes['project-count'],
    selectors: set.attributes['tag-selectors'],
    isNarrowed: hasExclusions(set),
  });
