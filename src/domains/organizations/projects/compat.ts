// What clients of other vocabularies write and compare of a project. It is about runs, and none take place here.
import { compatOnly } from '../../../jsonapi/compat-only.ts';
import { Nullable, Text } from '../../../jsonapi/schema.ts';

export const projectCompat = compatOnly({
  'auto-destroy-activity-duration': { schema: Nullable(Text(255)), initial: null },
});
