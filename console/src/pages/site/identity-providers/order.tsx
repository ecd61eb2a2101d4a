// Buttons that move a provider up or down on the sign-in page.
import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type IdentityProvider, updateProvider } from '../../../api/identity-providers.ts';
import { refresh } from '../../../api/refresh.ts';
import { notifyDone, notifyFailure } from '../../../components/notify.tsx';

interface OrderProps {
  readonly provider: IdentityProvider;
  /** Number of providers. */
  readonly count: number;
}

/**
 * Buttons for moving a provider. They keep the focus while the row moves. The button that has no effect at the first or
 * last position stays enabled, because a disabled button would lose the focus.
 */
export function Order({ provider: { id, attributes }, count }: OrderProps) {
  const { name, position } = attributes;
  const [isMoving, setMoving] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const move = async (next: number, index: number) => {
    if (isMoving || next < 1 || next > count) return;
    setMoving(true);
    try {
      await updateProvider(id, { position: next });
      await refresh('identity-provider', id);
      notifyDone(`${name} is number ${next} on the sign-in page.`);
    } catch (error) {
      notifyFailure('Not moved', error);
    } finally {
      setMoving(false);
      buttons.current?.querySelectorAll('button')[index]?.focus();
    }
  };
  const acts = [
    { label: `Move ${name} up`, next: position - 1, icon: <IconArrowUp size={18} aria-hidden /> },
    { label: `Move ${name} down`, next: position + 1, icon: <IconArrowDown size={18} aria-hidden /> },
  ];
  return (
    <Group gap={4} wrap="nowrap" ref={buttons}>
      {acts.map(({ label, next, icon }, index) => (
        <ActionIcon
          key={label}
          variant="default"
          size="lg"
          aria-label={label}
          aria-disabled={next < 1 || next > count}
          {...((next < 1 || next > count) && { 'data-disabled': true })}
          onClick={() => void move(next, index)}
        >
          {icon}
        </ActionIcon>
      ))}
    </Group>
  );
}
