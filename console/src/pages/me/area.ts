import { IconDeviceLaptop, IconKey, IconShieldLock, IconUser } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';

export const meArea: Area = {
  scope: 'account',
  navigation: [
    { label: 'Profile', icon: IconUser, path: '/app/me' },
    { label: 'Two-factor authentication', icon: IconShieldLock, path: '/app/me/two-factor' },
    { label: 'Sessions', icon: IconDeviceLaptop, path: '/app/me/sessions' },
    { label: 'API tokens', icon: IconKey, path: '/app/me/tokens' },
  ],
};
