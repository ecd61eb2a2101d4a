import type { Context } from '../../../context.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import type { SettingsGroupDefinition } from './group.ts';
import { valuesIn } from './record.ts';

/**
 * Returns problems that keep settings groups from working, one sentence each. `rowOf` returns the stored row of a
 * group.
 */
export const settingsProblems = (
  opened: Pick<Context, 'config' | 'vault'>,
  groups: readonly SettingsGroupDefinition[],
  rowOf: (groupId: string) => SettingsRow,
): readonly string[] => groups.flatMap((group) => group.problem?.(valuesIn(opened, group, rowOf(group.id))) ?? []);
