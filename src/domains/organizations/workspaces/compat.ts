// Attributes of a workspace that only third-party clients send. They configure runs, so they have no effect in this
// service.
import { type TSchema, Type } from 'typebox';
import type { CompatAttribute } from '../../../jsonapi/compat-only.ts';
import { Nullable, Text, Timestamp } from '../../../jsonapi/schema.ts';
import { compatWithOverwrites } from '../runs/setting-overwrites.ts';

const flag = (initial: boolean): CompatAttribute => ({ schema: Type.Boolean(), initial });
const text = (initial: string | null): CompatAttribute => ({
  schema: initial === null ? Nullable(Text(2_048)) : Text(2_048),
  initial,
});
const texts = (schema: TSchema): CompatAttribute => ({ schema: Type.Array(schema, { maxItems: 100 }), initial: [] });

const attributes = {
  'allow-destroy-plan': flag(true),
  'assessments-enabled': flag(false),
  'auto-apply': flag(false),
  'auto-apply-run-trigger': flag(false),
  'auto-destroy-activity-duration': text(null),
  'auto-destroy-at': { schema: Nullable(Timestamp()), initial: null },
  'file-triggers-enabled': flag(true),
  'global-remote-state': flag(false),
  'inherits-project-auto-destroy': flag(true),
  'project-remote-state': flag(false),
  'queue-all-runs': flag(false),
  'source-name': text(null),
  'source-url': text(null),
  'speculative-enabled': flag(true),
  'structured-run-output-enabled': flag(true),
  'terraform-version': text('latest'),
  'trigger-patterns': texts(Text(2_048)),
  'trigger-prefixes': texts(Text(2_048)),
  'working-directory': text(''),
};

/**
 * Attributes for third-party clients. The last argument lists pairs of alternatives: setting one attribute of a pair
 * resets the other.
 */
export const workspaceCompat = compatWithOverwrites(['execution-mode', 'agent-pool'], attributes, [
  ['trigger-patterns', 'trigger-prefixes'],
  ['auto-destroy-at', 'auto-destroy-activity-duration'],
]);
