// API tokens that belong to a group of people: a list, a form for a new one, and its text once.
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isImpersonating } from '../api/account.ts';
import type { Resource } from '../api/client.ts';
import type { Listed, ListSearch } from '../api/list.ts';
import { tokenList } from '../api/list-specs.ts';
import { refresh } from '../api/refresh.ts';
import { deleteToken, type TokenInput } from '../api/tokens.ts';
import { t as common } from '../texts/common.ts';
import { t } from '../texts/group-tokens.ts';
import { not } from '../texts/refusals.ts';
import { ApiFormView, field, useApiForm } from './api-form.tsx';
import { confirmAct } from './confirm.tsx';
import type { Column } from './data-table.tsx';
import { endOfDay } from './day.ts';
import { FormDialog } from './form-dialog.tsx';
import { ListView } from './list-view.tsx';
import { notifyDone } from './notify.tsx';
import { SecretOnce } from './secret.tsx';
import { Section } from './section.tsx';
import { Time } from './time.tsx';

type Token = Resource<'authentication-tokens'>;

/** Name of a token in lists: its description. */
export const tokenName = ({ attributes }: Token): string => attributes.description || t.withoutDescription;

export const tokenColumns = (): readonly Column<Token>[] => [
  { id: 'description', header: t.description, isName: true, cell: tokenName },
  { id: 'created-at', header: t.created, cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
  { id: 'last-used-at', header: t.lastUsed, cell: ({ attributes }) => <Time iso={attributes['last-used-at']} /> },
  { id: 'expired-at', header: t.expires, cell: ({ attributes }) => <Time iso={attributes['expired-at']} /> },
];

interface NewTokenProps {
  readonly create: (input: TokenInput) => Promise<{ readonly data: Token }>;
  /** Text below the description. */
  readonly hint: string;
  readonly onCreated: (secret: string) => unknown;
  /** Absent for a form that stays on the page. */
  readonly onClose?: () => void;
}

export const NewToken = ({ create, hint, onCreated, onClose }: NewTokenProps) => {
  const state = useApiForm({ description: '', 'expired-at': '' }, async ({ description, 'expired-at': day }) => {
    const { data } = await create({ description, 'expired-at': endOfDay(day) });
    await onCreated(data.attributes.token ?? '');
  });
  const { form } = state;
  const ends = onClose === undefined ? { onDone: form.reset } : { onDone: onClose, onCancel: onClose };
  return (
    <ApiFormView state={state} act={t.create} refused={not.created} {...ends}>
      <TextInput {...field(form, 'description', t.description, hint)} maxLength={255} data-autofocus />
      <TextInput {...field(form, 'expired-at', t.expiry, t.expiryHint)} type="date" />
    </ApiFormView>
  );
};

export const RevokeButton = ({ token }: { readonly token: Token }) => {
  const queryClient = useQueryClient();
  const name = tokenName(token);
  const revoke = () =>
    confirmAct({
      title: t.revokeTitle(name),
      body: t.revokeBody,
      act: t.revoke,
      onConfirm: async () => {
        await deleteToken(token.id);
        await refresh(queryClient, 'tokens');
        notifyDone(t.revoked(name));
      },
    });
  return (
    <Button size="xs" variant="default" onClick={revoke} aria-label={`${t.revoke} ${name}`}>
      {common.delete}
    </Button>
  );
};

interface TokenSectionProps {
  readonly query: UseQueryResult<Listed<Token>>;
  readonly search: ListSearch;
  readonly onSearch: (search: ListSearch) => unknown;
  readonly create: NewTokenProps['create'];
}

export function TokenSection({ query, search, onSearch, create }: TokenSectionProps) {
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [isCreating, { open, close }] = useDisclosure(false);
  const show = (text: string) => {
    setSecret(text);
    return refresh(queryClient, 'tokens');
  };
  return (
    <Section
      title={t.teamTokens}
      intro={t.teamTokensIntro}
      actions={
        !isImpersonating && (
          <Button variant="default" size="xs" onClick={open}>
            {t.create}
          </Button>
        )
      }
    >
      <FormDialog title={t.create} isOpen={isCreating} onClose={close}>
        <NewToken create={create} hint={t.descriptionHint} onCreated={show} onClose={close} />
      </FormDialog>
      <Stack>
        {isImpersonating && <Alert color="yellow">{t.notWhileActing}</Alert>}
        {secret !== undefined && <SecretOnce title={t.createdTitle} secret={secret} />}
        <ListView
          what={t.what}
          spec={tokenList}
          search={search}
          onSearch={onSearch}
          query={query}
          columns={tokenColumns()}
          nameOf={tokenName}
          empty={t.noTokens}
          actions={(token) => <RevokeButton token={token} />}
        />
      </Stack>
    </Section>
  );
}
