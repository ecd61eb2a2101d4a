// Attributes of a project that only third-party clients send. They configure runs, so they have no effect in this
// service.
import { Nullable, Text } from '../../../jsonapi/schema.ts';
import { compatWithOverwrites } from '../runs/setting-overwrites.ts';

export const projectCompat = compatWithOverwrites(['default-execution-mode', 'default-agent-pool'], {
  'auto-destroy-activity-duration': { schema: Nullable(Text(255)), initial: null },
});
