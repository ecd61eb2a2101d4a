import { Text } from '@mantine/core';
import { PageLink } from '../components/links.tsx';
import { Page } from '../components/page.tsx';

export function NoSuchPage() {
  return (
    <Page title="Not found">
      <Text>This page does not exist, or you do not have permission to see it.</Text>
      <PageLink to="/">Back to the start page</PageLink>
    </Page>
  );
}
