import type { RunTask } from '../../api/run-tasks.ts';
import { Tag } from '../../components/tag.tsx';

export const EnabledTag = ({ runTask: { attributes } }: { readonly runTask: RunTask }) =>
  attributes.enabled ? <Tag tone="good">Enabled</Tag> : <Tag>Disabled</Tag>;
