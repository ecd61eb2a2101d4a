// Error message for a failed request.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiFailure, inLine, isOnly } from '../../../client/failure.ts';
import { NoAccess } from './no-access.tsx';
import { missingText } from './remedy.ts';

/** Whether the service did not find the page or a record for the user. */
const isNotFound = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 404 && isOnly('not-found', error.problems);

const detailsOf = (error: unknown): readonly string[] => {
  if (!(error instanceof ApiFailure))
    return [
      'This page failed. Reload it. If it fails again, tell the operator of this site what you did before the error.',
    ];
  const { status, problems } = error;
  if (status === 0) return ['The service could not be reached. Check your connection and try again.'];
  if (isNotFound(error)) return [missingText(location.pathname)];
  return problems.length === 0
    ? [`The service answered with status ${status}. Try again in a moment.`]
    : problems.map(({ detail }) => detail);
};

/** Returns the details of an error in one line. */
export const failureText = (error: unknown): string => inLine(detailsOf(error));

interface FailureProps {
  readonly error: unknown;
  /** Title that says which action failed. The default title says that data could not be loaded. */
  readonly title?: string;
  /** Called when the user clicks the retry button. If absent, there is no such button. */
  readonly onRetry?: () => unknown;
}

export function Failure({ error, title, onRetry }: FailureProps) {
  if (title === undefined && isNotFound(error)) return <NoAccess text={missingText(location.pathname)} />;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={title ?? 'Not loaded'}>
      <Stack gap="xs" align="flex-start">
        {detailsOf(error).map((detail) => (
          <Text key={detail} size="sm">
            {detail}
          </Text>
        ))}
        {error instanceof ApiFailure && error.requestId !== undefined && (
          <Text size="xs" c="dimmed">
            {`Request ${error.requestId}`}
          </Text>
        )}
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={() => void onRetry()}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
