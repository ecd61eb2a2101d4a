import { Alert } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { operatorText } from '../api/boot.ts';
import { OperatorText } from './operator-text.tsx';

/** Shows the operator's announcement, if there is one. */
export function Announcement() {
  if (operatorText('announcement') === undefined) return null;
  return (
    <Alert color="yellow" radius={0} role="region" aria-label="Announcement" icon={<IconSpeakerphone aria-hidden />}>
      <OperatorText name="announcement" />
    </Alert>
  );
}
