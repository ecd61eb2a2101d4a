import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Policy, type Revision, revisionCodeQuery, revisionsQuery } from '../../api/policies.ts';
import { CodeComparison, CodeCoverage } from '../../components/code/code.tsx';
import { Failure } from '../../components/failure.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { PolicyPage } from './frame.tsx';
import { useRestoring } from './restoring.ts';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/revisions/$revision');

/**
 * Returns the number of the revision to compare with by default. This is the current revision, or the previous one if
 * the page shows the current revision.
 */
const usualOther = (number: number, revisions: readonly Revision[]): number | undefined => {
  const numbers = revisions.map(({ attributes }) => attributes.number);
  const current = revisions.find(({ attributes }) => attributes['is-current'])?.attributes.number;
  return current === number ? numbers.find((each) => each < number) : current;
};

const Heading = ({ number, revisions }: { readonly number: number; readonly revisions: readonly Revision[] }) => {
  const revision = revisions.find(({ attributes }) => attributes.number === number)?.attributes;
  return (
    <Stack gap={0}>
      <Text fw={600} size="sm">
        {`Revision ${number.toLocaleString('en')}`} {revision?.['is-current'] === true && `(Active)`}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {revision?.message}
      </Text>
    </Stack>
  );
};

interface PairProps {
  readonly policy: Policy;
  readonly older: number;
  readonly newer: number;
  readonly revisions: readonly Revision[];
}

/** Text in place of code that data retention has deleted. */
const Deleted = () => (
  <Alert color="yellow">The code of this revision no longer exists. Data retention deletes old revisions.</Alert>
);

/** Code of the only revision. */
function Single({ policy, number, revisions }: ComparingProps) {
  const { data, error, refetch } = useQuery(revisionCodeQuery(policy.id, number));
  if (error !== null || data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  if (data === null) return <Deleted />;
  const label = `Revision ${number.toLocaleString('en')} of ${policy.attributes.name}`;
  return (
    <Stack gap="xs">
      <Heading number={number} revisions={revisions} />
      <CodeCoverage label={label} code={data} missed={none} />
    </Stack>
  );
}

const none: readonly never[] = [];

const Pair = ({ policy, older, newer, revisions }: PairProps) => {
  const before = useQuery(revisionCodeQuery(policy.id, older));
  const after = useQuery(revisionCodeQuery(policy.id, newer));
  const error = before.error ?? after.error;
  const retry = () => Promise.all([before, after].filter(({ isError }) => isError).map(({ refetch }) => refetch()));
  if (error !== null) return <Failure error={error} onRetry={retry} />;
  if (before.data === undefined || after.data === undefined) return <LoadingRows />;
  if (before.data === null || after.data === null) return <Deleted />;
  const { name } = policy.attributes;
  return (
    <Stack gap="xs">
      <Group grow>
        <Heading number={older} revisions={revisions} />
        <Heading number={newer} revisions={revisions} />
      </Group>
      {before.data === after.data && <Text c="dimmed">Both revisions have the same code.</Text>}
      <CodeComparison
        before={before.data}
        after={after.data}
        beforeLabel={`Revision ${older.toLocaleString('en')} of ${name}`}
        afterLabel={`Revision ${newer.toLocaleString('en')} of ${name}`}
      />
    </Stack>
  );
};

interface ComparingProps {
  readonly policy: Policy;
  readonly number: number;
  readonly revisions: readonly Revision[];
}

const Comparing = ({ policy, number, revisions }: ComparingProps) => {
  const { against } = route.useSearch();
  const navigate = route.useNavigate();
  const restore = useRestoring(policy);
  const other = against ?? usualOther(number, revisions);
  const current = revisions.find(({ attributes }) => attributes['is-current'])?.attributes.number;
  const others = [
    ...new Set([...revisions.map(({ attributes }) => attributes.number), ...(against === undefined ? [] : [against])]),
  ];
  return (
    <Stack>
      <Group align="flex-end" gap="sm">
        {other !== undefined && (
          <NativeSelect
            label="Compare with"
            value={String(other)}
            data={others
              .filter((each) => each !== number)
              .map((each) => ({ value: String(each), label: `Revision ${each.toLocaleString('en')}` }))}
            onChange={({ currentTarget }) => void navigate({ search: { against: Number(currentTarget.value) } })}
          />
        )}
        {current !== number && (
          <Button variant="default" onClick={() => restore(number, current)}>
            {`Restore revision ${number.toLocaleString('en')}`}
          </Button>
        )}
      </Group>
      {other === undefined ? (
        <Single policy={policy} number={number} revisions={revisions} />
      ) : (
        <Pair policy={policy} older={Math.min(number, other)} newer={Math.max(number, other)} revisions={revisions} />
      )}
    </Stack>
  );
};

const Loaded = ({ policy }: { readonly policy: Policy }) => {
  const { revision } = route.useParams();
  const { data, error, refetch } = useQuery(revisionsQuery(policy.id, { size: 100 }));
  if (error !== null || data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  return <Comparing policy={policy} number={Number(revision)} revisions={data.data} />;
};

/** Page that compares two revisions of a policy's code. */
export function PolicyRevision() {
  const { revision } = route.useParams();
  return (
    <PolicyPage title={({ attributes }) => `Revision ${Number(revision).toLocaleString('en')} of ${attributes.name}`}>
      {(policy) => <Loaded policy={policy} />}
    </PolicyPage>
  );
}
