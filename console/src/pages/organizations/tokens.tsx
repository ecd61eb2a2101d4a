// Page with an organization's own tokens. Team tokens are on the pages of the teams.
import { Alert, Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isImpersonating } from '../../api/account.ts';
import {
  createOrganizationToken,
  deleteOrganizationToken,
  type OrganizationTokenKind,
  organizationTokenQuery,
} from '../../api/group-tokens.ts';
import { refresh } from '../../api/refresh.ts';
import { deleteToken, findOrganizationToken } from '../../api/tokens.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { endOfDay } from '../../components/day.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { FindToken } from '../../components/find-token.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { SecretOnce } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { SettingsSections } from './sections.tsx';
import { OrganizationLink } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/tokens');

interface KindProps {
  readonly organization: string;
  readonly kind: OrganizationTokenKind;
}

const names = { full: 'Organization token', 'audit-trails': 'Audit trail token' } as const;
const hints = {
  full: 'This token has every permission that a team can have, but not the additional permissions of owners.',
  'audit-trails': 'This token can only read the audit trail of the organization. Use it for log collectors.',
} as const;

interface NewTokenProps extends KindProps {
  readonly replaces: boolean;
  readonly onCreated: (secret: string) => unknown;
  readonly onClose: () => void;
}

const NewToken = ({ organization, kind, replaces, onCreated, onClose }: NewTokenProps) => {
  const state = useApiForm({ 'expired-at': '' }, async ({ 'expired-at': day }) => {
    const { data } = await createOrganizationToken(organization, kind, endOfDay(day));
    await onCreated(data.attributes.token ?? '');
  });
  return (
    <ApiFormView
      state={state}
      act={replaces ? 'Replace' : 'Create a token'}
      refused="Not created"
      onDone={onClose}
      onCancel={onClose}
    >
      {replaces && (
        <Text size="sm">The current token stops working immediately. The new token is shown only once.</Text>
      )}
      <TextInput
        {...state.form.field('expired-at', 'Expires on')}
        description="Leave empty for a token that never expires."
        type="date"
        data-autofocus
      />
    </ApiFormView>
  );
};

type Shown = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof organizationTokenQuery>['queryFn']>>>>;

const Facts = ({ token }: { readonly token: Shown }) => (
  <Stack gap={4}>
    <Text size="sm">
      Created: <Time iso={token['created-at']} /> {token.createdBy !== undefined && `by ${token.createdBy}`}
    </Text>
    <Text size="sm">
      Last used: <Time iso={token['last-used-at']} />
    </Text>
    <Text size="sm">
      Expires: <Time iso={token['expired-at']} />
    </Text>
  </Stack>
);

const CardHead = ({ kind }: Pick<KindProps, 'kind'>) => (
  <>
    <Title order={2} size="h4">
      {names[kind]}
    </Title>
    <Dimmed>{hints[kind]}</Dimmed>
  </>
);

const confirmDeletion = ({ organization, kind }: KindProps, onDeleted: () => Promise<unknown>) => {
  const name = names[kind];
  confirmAct({
    title: `Delete the token “${name}”?`,
    body: 'Programs that use this token lose access immediately. This cannot be undone.',
    act: 'Delete the token',
    onConfirm: async () => {
      await deleteOrganizationToken(organization, kind);
      await onDeleted();
      notifyDone(`The token “${name}” was deleted.`);
    },
  });
};

const TokenCard = ({ organization, kind }: KindProps) => {
  const { data, error, refetch } = useQuery(organizationTokenQuery(organization, kind));
  const [isCreating, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const renew = () => refresh('organization-token', organization, kind);
  const name = names[kind];
  const show = (text: string) => {
    setSecret(text);
    return renew();
  };
  const remove = () =>
    confirmDeletion({ organization, kind }, () => {
      setSecret(undefined);
      return renew();
    });
  const hasToken = data !== undefined && data !== null;
  return (
    <Card withBorder component="section" aria-label={name}>
      <Stack justify="space-between" h="100%">
        <Stack gap="xs">
          <CardHead kind={kind} />
          <QueryState data={data} error={error} refetch={refetch} />
          {data === null && <Text size="sm">This token does not exist.</Text>}
          {hasToken && <Facts token={data} />}
          {secret !== undefined && <SecretOnce title="The new token" secret={secret} />}
        </Stack>
        <Group gap="xs">
          {!isImpersonating && data !== undefined && (
            <Button variant={hasToken ? 'default' : 'filled'} onClick={open}>
              {hasToken ? 'Replace' : 'Create a token'}
            </Button>
          )}
          {hasToken && (
            <Button variant="default" onClick={remove}>
              Delete the token
            </Button>
          )}
        </Group>
      </Stack>
      <FormDialog title={hasToken ? 'Replace the token?' : name} isOpen={isCreating} onClose={close}>
        <NewToken organization={organization} kind={kind} replaces={hasToken} onCreated={show} onClose={close} />
      </FormDialog>
    </Card>
  );
};

export function OrganizationTokens() {
  const { organization } = route.useParams();
  return (
    <Page
      title="API tokens"
      intro="Programs use these tokens to act on behalf of the organization, not of a person."
      trail={<OrganizationLink organization={organization} />}
      actions={<FindToken find={(input) => findOrganizationToken(organization, input)} remove={deleteToken} />}
    >
      <SettingsSections organization={organization} />
      {isImpersonating && <Alert color="yellow">You cannot create tokens while you impersonate a user.</Alert>}
      <LoadTogether>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <TokenCard organization={organization} kind="full" />
          <TokenCard organization={organization} kind="audit-trails" />
        </SimpleGrid>
      </LoadTogether>
    </Page>
  );
}
