// View of a failed request.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiFailure, inLine, isOnly } from '../../../client/failure.ts';
import { t } from '../texts/common.ts';
import { not } from '../texts/refusals.ts';
import { missingText } from './remedy.ts';

const titleOf = (error: unknown): string =>
  error instanceof ApiFailure && error.status === 404 ? t.noSuchPageTitle : not.loaded;

const detailsOf = (error: unknown): readonly string[] => {
  if (!(error instanceof ApiFailure)) return [t.failedInside];
  const { status, problems } = error;
  if (status === 0) return [t.failed];
  if (status === 404 && isOnly('not-found', problems)) return [missingText(location.pathname)];
  return problems.length === 0 ? [t.failedThere(status)] : problems.map(({ detail }) => detail);
};

/** The details of an error in one line. */
export const failureText = (error: unknown): string => inLine(detailsOf(error));

interface FailureProps {
  readonly error: unknown;
  /** Names the act that did not happen; without it, something could not be read. */
  readonly title?: string;
  /** Adds a button. */
  readonly onRetry?: () => unknown;
}

/** An error with its details. */
export function Failure({ error, title = titleOf(error), onRetry }: FailureProps) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <Stack gap="xs" align="flex-start">
        {detailsOf(error).map((detail) => (
          <Text key={detail} size="sm">
            {detail}
          </Text>
        ))}
        {error instanceof ApiFailure && error.requestId !== undefined && (
          <Text size="xs" c="dimmed">
            {t.requestNumber(error.requestId)}
          </Text>
        )}
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={() => void onRetry()}>
            {t.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
