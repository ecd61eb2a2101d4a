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
  <Section
    title="Buttons"
    intro="The main button of a form or page is filled. Buttons that delete something are red in confirmation dialogs."
  >
    <Group gap="xs">
      <Button>Save</Button>
      <Button variant="default">Cancel</Button>
      <Button color="red">Delete</Button>
      <Button variant="default" c="var(--mantine-color-error)">
        Delete…
      </Button>
      <Button variant="subtle">Section of a page</Button>
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
        In a table row
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
  <Section title="Links" actions={<ButtonLink to="/app/organizations">Link with the look of a button</ButtonLink>}>
    <SectionLinks
      label="Sections"
      sections={[
        { label: 'This page', path: '/app/components' },
        { label: 'Another page', path: '/app/me' },
        { label: 'Page with a long name', path: '/app/me/tokens' },
      ]}
    />
    <Stack gap={2} maw={240}>
      <NavigationLink to="/app/organizations" label="Current page in the navigation" active />
      <NavigationLink to="/app/me" label="Another page" description="With a description" />
    </Stack>
    <Text>
      Text with a link to a <PageLink to="/app/organizations">page</PageLink>, a link to a website,{' '}
      <WebLink address="https://example.com/" />, and an{' '}
      <WebLink address="javascript:alert(1)">address that is not a link</WebLink>.
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
        Content of the first tab.
      </Tabs.Panel>
      <Tabs.Panel value="two" pt="md">
        Content of the second tab.
      </Tabs.Panel>
    </Tabs>
  </Section>
);

const tones: readonly Tone[] = ['good', 'bad', 'warned', 'neutral'];

const Marks = () => (
  <Section title="Badges, times and progress">
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
      <Time iso={daysAgo(-12)} /> · <Time iso={null} /> · <Time iso={null} absent="No end date" />
    </Text>
    <Progress value={40} aria-label="Sent" />
    <Facts>
      <Fact name="Name">works</Fact>
      <Fact name="Commit">
        <Code>{longWord}</Code>
      </Fact>
      <Fact name="Description">{longText}</Fact>
      <Fact name="Text from a user">{hostileText}</Fact>
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
