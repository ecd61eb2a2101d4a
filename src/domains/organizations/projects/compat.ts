// Attributes of a project that clients of other vocabularies write and compare. They are about runs, and none take place
// here.
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import { compatWithOverwrites } from '../runs/setting-overwrites.ts';

export const projectCompat = compatWithOverwrites(['default-execution-mode', 'default-agent-pool'], {
  'auto-destroy-activity-duration': { schema: Nullable(Text(255)), initial: null },
});
