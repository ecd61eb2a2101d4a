import { Text } from '@mantine/core';
import { PageLink } from '../components/links.tsx';
import { Page } from '../components/page.tsx';
import { t } from '../texts/common.ts';
import { t as visibility } from '../texts/visibility.ts';

export function NoSuchPage() {
  return (
    <Page title={t.noSuchPageTitle}>
      <Text>{visibility.missing}</Text>
      <PageLink to="/">{t.backHome}</PageLink>
    </Page>
  );
}
