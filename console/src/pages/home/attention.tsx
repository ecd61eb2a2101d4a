// List of what needs the user's attention, with one line for each item.
import { ActionIcon, Box, Button, Card, Group, List, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Dimmed } from '../../components/dimmed.tsx';
import { PageLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { colorOf } from '../../components/tag.tsx';
import { counted } from '../../texts/counted.ts';
import type { AttentionItem } from './attention-item.ts';
import { useDismissals } from './dismissals.ts';

/** Number of lines that are shown until the user asks for more. */
const maxLines = 8;

interface LineProps {
  readonly item: AttentionItem;
  readonly onDismiss: () => void;
}

const Line = ({ item: { title, detail, isUrgent, path, search = {} }, onDismiss }: LineProps) => (
  <List.Item>
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Box
        aria-hidden
        w={8}
        h={8}
        mt={8}
        bg={colorOf(isUrgent ? 'bad' : 'warned')}
        style={{ borderRadius: '50%', flexShrink: 0 }}
      />
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {isUrgent && <VisuallyHidden>Urgent: </VisuallyHidden>}
        {path === undefined ? (
          <Text size="sm" span>
            {title}
          </Text>
        ) : (
          <PageLink to={path} search={search} fz="sm">
            {title}
          </PageLink>
        )}
        {detail !== undefined && (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </Box>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Dismiss: ${title}`} onClick={onDismiss}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  </List.Item>
);

/**
 * Returns a reference for an element, and a function that moves the focus to the button of this element with the given
 * index, or to its last button, after the next rendering.
 */
function useFocusOnButton() {
  const container = useRef<HTMLDivElement>(null);
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const buttons = [...(container.current?.querySelectorAll('button') ?? [])];
    (buttons[wanted.current] ?? buttons.at(-1))?.focus();
    wanted.current = undefined;
  });
  return { container, focusOn: (index: number) => (wanted.current = index) };
}

interface HiddenLinesProps {
  /** Number of lines beyond the maximum, and number of dismissed lines. */
  readonly more: number;
  readonly dismissed: number;
  readonly onMore: () => void;
  readonly onRestore: () => void;
}

const HiddenLines = ({ more, dismissed, onMore, onRestore }: HiddenLinesProps) => (
  <Group gap="md">
    {more > 0 && (
      <Button variant="default" size="compact-sm" onClick={onMore}>
        {`${more} more`}
      </Button>
    )}
    {dismissed > 0 && (
      <Group gap="xs">
        <Dimmed>{`${dismissed} dismissed`}</Dimmed>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Show ${counted(dismissed, 'dismissed line')}`}
          onClick={onRestore}
        >
          Show
        </Button>
      </Group>
    )}
  </Group>
);

interface NothingProps extends Pick<AttentionProps, 'organizationLimit'> {
  readonly isElse: boolean;
}

const Nothing = ({ isElse, organizationLimit }: NothingProps) => (
  <Group gap="xs">
    <IconCircleCheck aria-hidden color="var(--mantine-color-green-filled)" />
    <Text>{`Nothing ${isElse ? 'else ' : ''}needs your attention${organizationLimit === undefined ? '' : ` in your first ${counted(organizationLimit, 'organization')}`}.`}</Text>
  </Group>
);

interface AttentionProps {
  readonly items: readonly AttentionItem[];
  /** Whether all data of the page has been loaded. */
  readonly isKnown: boolean;
  /** Number of organizations that the page covers. Undefined if the page covers all of them. */
  readonly organizationLimit: number | undefined;
}

/** Urgent items come first. If nothing needs attention, the section says so when all data has been loaded. */
export function Attention({ items, isKnown, organizationLimit }: AttentionProps) {
  const { shown, dismissedCount, dismiss, restore } = useDismissals(items, isKnown);
  const [isLong, setLong] = useState(false);
  const [news, setNews] = useState('');
  const { container, focusOn } = useFocusOnButton();
  if (items.length === 0 && !isKnown) return null;
  const sorted = shown.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
  const listed = isLong ? sorted : sorted.slice(0, maxLines);
  const more = sorted.length - listed.length;
  const change = (text: string, act: () => void, focused: number) => () => {
    act();
    setNews(text);
    focusOn(focused);
  };
  return (
    <Section title="Needs attention">
      <Stack gap="xs" align="flex-start" ref={container}>
        {listed.length > 0 && (
          <Card withBorder p="sm" w="100%">
            <List listStyleType="none" spacing="xs" styles={{ itemWrapper: { display: 'block' } }}>
              {listed.map((item, index) => (
                <Line
                  key={item.key}
                  item={item}
                  onDismiss={change(`Dismissed: ${item.title}`, () => dismiss(item), index)}
                />
              ))}
            </List>
          </Card>
        )}
        {shown.length === 0 && <Nothing isElse={dismissedCount > 0} organizationLimit={organizationLimit} />}
        <HiddenLines
          more={more}
          dismissed={dismissedCount}
          onMore={change(`${counted(more, 'more line')} shown`, () => setLong(true), listed.length)}
          onRestore={change(`${counted(dismissedCount, 'line')} shown again`, restore, 0)}
        />
        <VisuallyHidden role="status">{news}</VisuallyHidden>
      </Stack>
    </Section>
  );
}
