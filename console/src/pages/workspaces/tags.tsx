import { Group } from '@mantine/core';
import type { ShownTag } from '../../api/workspaces.ts';
import { Tag } from '../../components/tag.tsx';
import { tagText } from '../../texts/workspaces.ts';

/** Tags that apply to a workspace. Tags that it inherits from its project are marked. */
export const Tags = ({ tags }: { readonly tags: readonly ShownTag[] }) => {
  if (tags.length === 0) return 'None';
  return (
    <Group gap={4}>
      {tags.map(({ key, value, isInherited }) => (
        <Tag key={key}>{isInherited ? `${tagText(key, value)} (from the project)` : tagText(key, value)}</Tag>
      ))}
    </Group>
  );
};
