// Secrets that are shown only once.
import { Alert, Button, Code, CopyButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyTextProps {
  readonly text: string;
  /** Label of the button. */
  readonly label?: string;
  /** Name of the copied text for screen readers. Needed if a page has several copy buttons. */
  readonly what?: string;
}

/** Button that copies a text. It is not shown if the page has no access to the clipboard, for example without TLS. */
export function CopyText({ text, label = 'Copy', what }: CopyTextProps) {
  if (!('clipboard' in navigator)) return null;
  return (
    <CopyButton value={text} timeout={3_000}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? 'Copied' : label}
          {what !== undefined && <VisuallyHidden> {what}</VisuallyHidden>}
        </Button>
      )}
    </CopyButton>
  );
}

/** A selectable secret with a copy button. */
export const SecretText = ({ secret }: { readonly secret: string }) => (
  <>
    <Code fz="sm" style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
      {secret}
    </Code>
    <CopyText text={secret} />
  </>
);

/** A secret that the service returns only once, with a copy button. */
export function SecretOnce({ title, secret }: { readonly title: string; readonly secret: string }) {
  return (
    <Alert color="green" title={title} role="status">
      <Stack gap="xs">
        <Text size="sm">This value is shown only once. Copy it now and keep it in a safe place.</Text>
        <Group gap="xs">
          <SecretText secret={secret} />
        </Group>
      </Stack>
    </Alert>
  );
}
