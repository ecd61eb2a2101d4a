// Links to the first finding about each resource, grouped by module. They stay in view while the page is scrolled.
import { Anchor, List, Stack, Text } from '@mantine/core';
import type { Finding } from '../../api/findings.ts';
import classes from './findings.module.css';

/** Returns the address of a resource without the path of its module. */
const nameIn = (module: string | null, address: string): string =>
  module === null ? address : address.slice(module.length + 1);

export const ResourceLinks = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <nav className={classes.aside} aria-label="Resources with findings">
    {[...Map.groupBy(findings, ({ attributes }) => attributes.module)].map(([module, members]) => (
      <Stack key={module} gap={4} mb="sm">
        {module !== null && (
          <Text size="sm" c="dimmed" className={classes.text}>
            {module}
          </Text>
        )}
        <List listStyleType="none" size="sm" spacing={4}>
          {members.map(({ id, attributes: { address } }) => (
            <List.Item key={id}>
              <Anchor href={`#${id}`} className={classes.text}>
                {nameIn(module, address ?? '')}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </Stack>
    ))}
  </nav>
);
