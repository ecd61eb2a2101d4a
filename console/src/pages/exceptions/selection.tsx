// Button that ends the selected exemptions together.
import { Button, Group, Text } from '@mantine/core';
import { type Exemption, endExemptions } from '../../api/exemptions.ts';
import { refresh } from '../../api/refresh.ts';
import { confirmAct } from '../../components/confirm.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { counted } from '../../texts/counted.ts';
import { scopeOf } from './columns.tsx';

interface SelectedProps {
  readonly organization: string;
  readonly exemptions: readonly Exemption[];
  readonly onDone: () => void;
}

/** Maximum number of exemptions that the confirmation lists by name. */
const maxNamed = 10;

const nameOf = (exemption: Exemption): string => `${exemption.attributes['policy-name']}: ${scopeOf(exemption)}`;

/** Nothing is shown if no exemption is selected. */
export function SelectedExemptions({ organization, exemptions, onDone }: SelectedProps) {
  if (exemptions.length === 0) return null;
  const what = counted(exemptions.length, 'exemption');
  const left = exemptions.length - maxNamed;
  const confirmEnd = () =>
    confirmAct({
      title: `End ${what}?`,
      body: 'The policies apply again from the next evaluation.',
      consequences: [...exemptions.slice(0, maxNamed).map(nameOf), ...(left > 0 ? [`and ${left} more`] : [])],
      act: 'End',
      refused: 'Not ended',
      onConfirm: async () => {
        await endExemptions(
          organization,
          exemptions.map(({ id }) => id),
        );
        notifyDone(`${what} ${exemptions.length === 1 ? 'has' : 'have'} ended.`);
        onDone();
        await refresh('exemption');
      },
    });
  return (
    <Group gap="sm">
      <Text size="sm" role="status">{`${what} selected`}</Text>
      <Button size="xs" variant="default" onClick={confirmEnd}>
        End the selected exemptions
      </Button>
    </Group>
  );
}
