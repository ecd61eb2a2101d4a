import { Button, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { Failure } from './failure.tsx';

interface DeletionSectionProps {
  readonly title: string;
  readonly hint: string;
  /** Opens the confirmation dialog. If an error is thrown before the dialog opens, this section shows it. */
  readonly onDelete: () => Promise<void>;
}

/** Section with a button that deletes the page's record. */
export function DeletionSection({ title, hint, onDelete }: DeletionSectionProps) {
  const [failure, setFailure] = useState<unknown>();
  const id = useId();
  return (
    <Stack gap="xs" component="section" aria-labelledby={id} align="flex-start">
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <Text size="sm">{hint}</Text>
      {failure !== undefined && <Failure error={failure} title="Not deleted" />}
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => void onDelete().catch(setFailure)}>
        {title}
      </Button>
    </Stack>
  );
}
