// File input. The user drops a file or chooses one with a button.
import { Button, Card, FileButton, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';

interface FileDropProps {
  /** Description of the accepted files. */
  readonly hint: string;
  /** Text of the button. */
  readonly act: string;
  /** Accepted file types, such as `application/json,.json`. */
  readonly accept: string;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

export function FileDrop({ hint, act, accept, isBusy, onFile }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (file !== null && file !== undefined && !isBusy) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Card
      withBorder
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      style={{ borderStyle: 'dashed', ...(isOver && { borderColor: 'var(--mantine-primary-color-filled)' }) }}
    >
      <Stack align="center" gap="xs" py="sm">
        <IconFileUpload size={32} aria-hidden />
        <Text size="sm" ta="center">
          {hint}
        </Text>
        <FileButton accept={accept} onChange={take}>
          {(props) => (
            <Button variant="default" loading={isBusy} {...props}>
              {act}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Card>
  );
}
