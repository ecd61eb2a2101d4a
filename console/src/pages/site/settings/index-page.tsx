import { Card, SimpleGrid, Text } from '@mantine/core';
import { PageLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { t as providers } from '../../../texts/identity-providers.ts';
import { t, textOf } from '../../../texts/settings.ts';
import { settingsGroupTexts } from '../../../texts/settings-groups.ts';

const groups = Object.entries(settingsGroupTexts);

/** The groups of settings. */
export function SettingsIndex() {
  return (
    <Page title={t.title} intro={t.intro}>
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, md: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
        {groups.map(([group, name]) => (
          <Card component="li" key={group} withBorder>
            <PageLink to="/app/site/settings/$group" params={{ group }} fw={600}>
              {name}
            </PageLink>
            <Text size="sm" c="dimmed" mt={4}>
              {textOf(`${group}-about`)}
            </Text>
          </Card>
        ))}
        <Card component="li" withBorder>
          <PageLink to="/app/site/identity-providers" fw={600}>
            {providers.title}
          </PageLink>
          <Text size="sm" c="dimmed" mt={4}>
            {providers.about}
          </Text>
        </Card>
        <Card component="li" withBorder>
          <PageLink to="/app/site/signing-keys" fw={600}>
            {t.keys}
          </PageLink>
          <Text size="sm" c="dimmed" mt={4}>
            {t['keys-about']}
          </Text>
        </Card>
      </SimpleGrid>
    </Page>
  );
}
