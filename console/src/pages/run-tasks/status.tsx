import type { RunTask } from '../../api/run-tasks.ts';
import { Tag } from '../../components/tag.tsx';
import { t } from '../../texts/run-tasks.ts';

export const EnabledTag = ({ runTask: { attributes } }: { readonly runTask: RunTask }) =>
  attributes.enabled ? <Tag tone="good">{t.enabled}</Tag> : <Tag>{t.disabled}</Tag>;
