import { IconDeviceLaptop, IconKey, IconShieldLock, IconUser } from '@tabler/icons-react';
import type { Area } from '../../app/area.ts';
import { t } from '../../texts/navigation.ts';

export const meArea: Area = {
  scope: 'account',
  navigation: [
    { label: () => t.profile, icon: IconUser, path: '/app/me' },
    { label: () => t.twoFactor, icon: IconShieldLock, path: '/app/me/two-factor' },
    { label: () => t.sessions, icon: IconDeviceLaptop, path: '/app/me/sessions' },
    { label: () => t.tokens, icon: IconKey, path: '/app/me/tokens' },
  ],
};
