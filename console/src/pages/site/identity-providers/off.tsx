import { Alert, Button, Checkbox, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../../api/query-client.ts';
import { settingsQuery, turnOnOpenId } from '../../../api/settings.ts';
import { notifyDone, notifyFailure } from '../../../components/notify.tsx';

/** Note that OpenID Connect sign-in is off, with a button that turns it on. */
export function OpenIdOff() {
  const { data } = useQuery(settingsQuery('oidc-sign-in'));
  const { mutate, isPending } = useMutation({
    mutationFn: turnOnOpenId,
    onSuccess: (stored) => {
      queryClient.setQueryData(settingsQuery('oidc-sign-in').queryKey, stored);
      notifyDone('OpenID Connect sign-in was turned on.');
    },
    onError: (error) => notifyFailure('Not turned on', error),
  });
  if (data === undefined || data.data.enabled === true) return null;
  return (
    <Alert color="yellow" title="OpenID Connect sign-in is off">
      <Stack gap="xs" align="flex-start">
        The sign-in page does not show the buttons of the providers yet. Test a provider first.
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
          Turn on OpenID Connect sign-in
        </Button>
      </Stack>
    </Alert>
  );
}

/**
 * Returns a field with which an administrator chooses to turn on OpenID Connect sign-in together with a new provider,
 * and a function that turns it on if the field is checked. If the sign-in is already on, there is no field.
 */
export function useTurningOn() {
  const { data } = useQuery(settingsQuery('oidc-sign-in'));
  const [isWanted, setWanted] = useState(true);
  const isOff = data?.data.enabled === false;
  const act = async () => {
    if (isOff && isWanted) await turnOnOpenId();
  };
  const field = isOff && (
    <Checkbox
      label="Turn on OpenID Connect sign-in"
      description="The sign-in page then shows the button of this provider immediately. To test the provider first, uncheck this option."
      checked={isWanted}
      onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
    />
  );
  return { field, act };
}
