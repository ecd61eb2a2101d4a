// Sample buttons, links, badges and facts.
import { ActionIcon, Button, Chip, Code, Group, Menu, Progress, Stack, Tabs, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconDots } from '@tabler/icons-react';
import { Fact, Facts } from '../components/fact.tsx';
import { FactTable } from '../components/fact-table.tsx';
import { ButtonLink, NavigationLink, PageLink } from '../components/links.tsx';
import { CopyText } from '../components/secret.tsx';
import { Section } from '../components/section.tsx';
import { SectionLinks } from '../components/section-links.tsx';
import { Tag, type Tone } from '../components/tag.tsx';
import { Time } from '../components/time.tsx';
import { WebLink } from '../components/web-link.tsx';
import { daysAgo, hostileText, longText, longWord } from './samples.ts';

const Buttons = () => (
  <Section title="Buttons" intro="The first act of a form or page is filled; one that destroys is red once it asks.">
    <Group gap="xs">
      <Button>Save</Button>
      <Button variant="default">Cancel</Button>
      <Button color="red">Delete</Button>
      <Button variant="default" c="var(--mantine-color-error)">
        Delete…
      </Button>
      <Button variant="subtle">Part of a page</Button>
      <Button loading>Saving</Button>
      <Button variant="default" loading>
        Running
      </Button>
      <Button disabled>Not now</Button>
    </Group>
    <Group gap="xs">
      <Button size="xs">Small</Button>
      <Button size="xs" variant="default">
        Small
      </Button>
      <Button size="compact-sm" variant="default">
        In a row
      </Button>
      <CopyText text={longWord} what="the name" />
      <Tooltip label="More">
        <ActionIcon variant="default" aria-label="Copy">
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" aria-label="More">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Suspend</Menu.Item>
          <Menu.Item disabled>Promote</Menu.Item>
          <Menu.Item color="red">Delete…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  </Section>
);

const Links = () => (
  <Section title="Links" actions={<ButtonLink to="/app/organizations">Button that is a link</ButtonLink>}>
    <SectionLinks
      label="Parts"
      sections={[
        { label: 'This page', path: '/app/components' },
        { label: 'Another one', path: '/app/me' },
        { label: 'One with a name of many words', path: '/app/me/tokens' },
      ]}
    />
    <Stack gap={2} maw={240}>
      <NavigationLink to="/app/organizations" label="Chosen in the navigation" active />
      <NavigationLink to="/app/me" label="Another one" description="With a description" />
    </Stack>
    <Text>
      A text with a <PageLink to="/app/organizations">page</PageLink>, a <WebLink address="https://example.com/" /> of
      the web, and <WebLink address="javascript:alert(1)">what is none</WebLink>.
    </Text>
    <WebLink address={`https://example.com/${longWord}`} />
    <Tabs defaultValue="one" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="one">Readme</Tabs.Tab>
        <Tabs.Tab value="two">Inputs (12)</Tabs.Tab>
        <Tabs.Tab value="three" disabled>
          Outputs (0)
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="one" pt="md">
        The first part.
      </Tabs.Panel>
      <Tabs.Panel value="two" pt="md">
        The second part.
      </Tabs.Panel>
    </Tabs>
  </Section>
);

const tones: readonly Tone[] = ['good', 'bad', 'warned', 'neutral'];

const Marks = () => (
  <Section title="Marks, times and progress">
    <Group gap="xs">
      {tones.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
      <Tag>{longWord}</Tag>
    </Group>
    <Chip.Group defaultValue="all">
      <Group gap="xs">
        <Chip value="all">All 34</Chip>
        <Chip value="suspended">Suspended 2</Chip>
        <Chip value="none" disabled>
          Without
        </Chip>
      </Group>
    </Chip.Group>
    <Text>
      <Time iso={daysAgo(0.001)} /> · <Time iso={daysAgo(3)} /> · <Time iso={daysAgo(900)} /> ·{' '}
      <Time iso={daysAgo(-12)} /> · <Time iso={null} /> · <Time iso={null} absent="without an end" />
    </Text>
    <Progress value={40} aria-label="Sent" />
    <Facts>
      <Fact name="Name">works</Fact>
      <Fact name="Commit">
        <Code>{longWord}</Code>
      </Fact>
      <Fact name="Description">{longText}</Fact>
      <Fact name="What somebody wrote">{hostileText}</Fact>
    </Facts>
    <FactTable
      facts={[
        ['Name', 'works'],
        ['Description', longText],
      ]}
    />
  </Section>
);

export function Controls() {
  return (
    <>
      <Buttons />
      <Links />
      <Marks />
    </>
  );
}
