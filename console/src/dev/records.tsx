// Components that load data themselves, filled with sample data.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createTeamToken, teamTokensQuery } from '../api/group-tokens.ts';
import type { ListSearch } from '../api/list.ts';
import { EventDetails } from '../components/audit/details.tsx';
import { AuditTrail } from '../components/audit/trail.tsx';
import { Removals } from '../components/removals.tsx';
import { Section } from '../components/section.tsx';
import { TokenSection } from '../components/token-section.tsx';
import { event } from './samples.ts';

const Tokens = () => {
  const [search, setSearch] = useState<ListSearch>({});
  return (
    <TokenSection
      query={useQuery(teamTokensQuery('team', search))}
      search={search}
      onSearch={setSearch}
      create={(input) => createTeamToken('team', input)}
    />
  );
};

const Trail = () => {
  const [search, setSearch] = useState<ListSearch>({});
  return <AuditTrail trail="site" search={search} onSearch={setSearch} />;
};

export function Records() {
  return (
    <>
      <Tokens />
      <Removals />
      <Section title="Audit trail">
        <Trail />
      </Section>
      <Section title="Audit record">
        <EventDetails event={event} verifiedThrough={33} />
      </Section>
    </>
  );
}
