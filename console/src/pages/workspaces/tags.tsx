import { Group } from '@mantine/core';
import type { ShownTag } from '../../api/workspaces.ts';
import { Tag } from '../../components/tag.tsx';
import { t } from '../../texts/workspaces.ts';

/** Tags in effect, each with its origin where that is the project. */
export const Tags = ({ tags }: { readonly tags: readonly ShownTag[] }) => {
  if (tags.length === 0) return t.noTags;
  return (
    <Group gap={4}>
      {tags.map(({ key, value, isInherited }) => (
        <Tag key={key}>{isInherited ? t.inherited(t.tag(key, value)) : t.tag(key, value)}</Tag>
      ))}
    </Group>
  );
};
