import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { totalOf } from '../../../api/query.ts';
import { revokeToken, tokensOfAnyUserQuery } from '../../../api/tokens.ts';
import type { User } from '../../../api/users.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { anonymousTokenColumns, RevokeButton } from '../../../components/token-section.tsx';
import { counted } from '../../../texts/counted.ts';
import { Section } from './section.tsx';

/** Section with the API tokens of an account, without their descriptions. */
export function Tokens({ user }: { readonly user: User }) {
  const { data, error, refetch } = useQuery(tokensOfAnyUserQuery(user.id, { size: 100 }));
  const more = data === undefined ? 0 : totalOf(data) - data.data.length;
  return (
    <Section id="tokens" title="API tokens">
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && <Text c="dimmed">The user has no API tokens.</Text>}
      {data !== undefined && data.data.length > 0 && (
        <DataTable
          caption="API tokens of the user"
          columns={anonymousTokenColumns}
          rows={data.data}
          nameOf={({ id }) => id}
          actions={(token) => <RevokeButton token={token} name={token.id} remove={revokeToken} />}
        />
      )}
      {more > 0 && <Text c="dimmed">{`and ${counted(more, 'more token')}`}</Text>}
    </Section>
  );
}
