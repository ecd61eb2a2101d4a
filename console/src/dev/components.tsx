// Developer page that shows every component with little text, with much text, while loading, and after an error.
import { Code, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { PageLink } from '../components/links.tsx';
import { Page } from '../components/page.tsx';
import { Charts } from './charts.tsx';
import { CodeViews } from './code-views.tsx';
import { Controls } from './controls.tsx';
import { Fields } from './fields.tsx';
import { Lists } from './lists.tsx';
import { Messages } from './messages.tsx';
import { Records } from './records.tsx';
import { newSampleClient } from './samples.ts';

const Scheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Colours"
      value={colorScheme}
      onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
      data={['light', 'dark', 'auto']}
    />
  );
};

const client = newSampleClient();

export function Components() {
  return (
    <Page
      title="Components"
      intro={
        <>
          All components of the console with sample data. Only <Code>npm run dev</Code> serves this page.
        </>
      }
      trail={<PageLink to="/">Home</PageLink>}
      actions={<Scheme />}
    >
      <QueryClientProvider client={client}>
        <Controls />
        <Fields />
        <Messages />
        <Lists />
        <Records />
        <Charts />
        <CodeViews />
      </QueryClientProvider>
    </Page>
  );
}
