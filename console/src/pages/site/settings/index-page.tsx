import { Card, SimpleGrid, Text } from '@mantine/core';
import { PageLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page.tsx';
import { textOf } from '../../../texts/settings.ts';
import { settingsGroupTexts, signInGroups } from '../../../texts/settings-groups.ts';

const groups = Object.entries(settingsGroupTexts).filter(([group]) => !signInGroups.some((each) => each === group));

/** Page that lists all settings groups. */
export function SettingsIndex() {
  return (
    <Page
      title="Settings"
      intro="These settings apply to the whole instance. A change takes effect as soon as it is saved."
    >
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, md: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
        <Card component="li" withBorder>
          <PageLink to="/app/site/identity-providers" fw={600}>
            Sign-in
          </PageLink>
          <Text size="sm" c="dimmed" mt={4}>
            How people sign in: OpenID Connect (Google, Microsoft Entra ID, Okta, Keycloak, GitLab, GitHub and others),
            SAML, and two-factor authentication.
          </Text>
        </Card>
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
          <PageLink to="/app/site/signing-keys" fw={600}>
            Signing keys
          </PageLink>
          <Text size="sm" c="dimmed" mt={4}>
            The keys that sign workload identity tokens (OIDC).
          </Text>
        </Card>
      </SimpleGrid>
    </Page>
  );
}
