import { Type } from 'typebox';
import { resource, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { KeyStatus, KeySummary } from './oidc.ts';

const key = shownObject<KeySummary>({
  kid: shown(Type.String(), ({ kid }) => kid),
  'created-at': shown(Timestamp(), ({ createdAt }) => createdAt),
  'retired-at': shown(Nullable(Timestamp()), ({ retiredAt }) => retiredAt),
});

/** Keys of workload identity tokens, and the times of the next rotation and trim. */
export const oidcSettingsResource = resource<KeyStatus>({
  type: 'oidc-settings',
  attributes: {
    'next-rotation-at': shown(Timestamp(), ({ nextRotationAt }) => nextRotationAt),
    'next-trim-at': shown(Timestamp(), ({ nextTrimAt }) => nextTrimAt),
    keys: shownList(key, ({ keys }) => keys),
  },
  id: () => 'oidc',
});
