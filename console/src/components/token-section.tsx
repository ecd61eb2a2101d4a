// Section for the API tokens of a team or an organization, with a list, a form for a new token, and the new token's
// secret.
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { isImpersonating } from '../api/account.ts';
import type { Resource } from '../api/client.ts';
import type { Listed, ListSearch } from '../api/list.ts';
import { tokenList } from '../api/list-specs.ts';
import { refresh } from '../api/refresh.ts';
import { deleteToken, type TokenInput } from '../api/tokens.ts';
import { ApiFormView, useApiForm } from './api-form.tsx';
import { confirmAct } from './confirm.tsx';
import type { Column } from './data-table.tsx';
import { endOfDay } from './day.ts';
import { FormButton } from './form-button.tsx';
import { ListView } from './list-view.tsx';
import { notifyDone } from './notify.tsx';
import { SecretOnce } from './secret.tsx';
import { Section } from './section.tsx';
import { Time } from './time.tsx';

type Token = Resource<'authentication-tokens'>;

/** Returns the text that identifies a token in lists. This is the token's description. */
export const tokenName = ({ attributes }: Token): string => attributes.description || 'Without a description';

const timeColumns: readonly Column<Token>[] = [
  { id: 'created-at', header: 'Created', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
  { id: 'last-used-at', header: 'Last used', cell: ({ attributes }) => <Time iso={attributes['last-used-at']} /> },
  { id: 'expired-at', header: 'Expires', cell: ({ attributes }) => <Time iso={attributes['expired-at']} /> },
];

export const tokenColumns: readonly Column<Token>[] = [
  { id: 'description', header: 'Description', cell: tokenName },
  { id: 'id', header: 'Identifier', cell: ({ id }) => id },
  ...timeColumns,
];

/** Columns for readers who may not see the descriptions. Like audit records, they name tokens by their identifiers. */
export const anonymousTokenColumns: readonly Column<Token>[] = [
  { id: 'id', header: 'Identifier', cell: ({ id }) => id },
  ...timeColumns,
];

interface NewTokenProps {
  readonly create: (input: TokenInput) => Promise<{ readonly data: Token }>;
  /** Text below the description field. */
  readonly hint: string;
  readonly onCreated: (secret: string) => unknown;
  /** Closes the form. If absent, the form is always visible. */
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
    <ApiFormView state={state} act="Create a token" refused="Not created" {...ends}>
      <TextInput {...form.field('description', 'Description')} description={hint} maxLength={255} data-autofocus />
      <TextInput
        {...form.field('expired-at', 'Expires on')}
        description="Leave empty for a token that never expires."
        type="date"
      />
    </ApiFormView>
  );
};

interface RevokeProps {
  readonly token: Token;
  readonly name?: string;
  readonly remove?: (id: string) => Promise<unknown>;
}

export const RevokeButton = ({ token, name = tokenName(token), remove = deleteToken }: RevokeProps) => {
  const revoke = () =>
    confirmAct({
      title: `Delete the token “${name}”?`,
      body: 'Programs that use this token lose access immediately. This cannot be undone.',
      act: 'Delete the token',
      onConfirm: async () => {
        await remove(token.id);
        await refresh('tokens');
        notifyDone(`The token “${name}” was deleted.`);
      },
    });
  return (
    <Button size="xs" variant="default" onClick={revoke} aria-label={`Delete the token ${name}`}>
      Delete
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
  const [secret, setSecret] = useState<string>();
  const show = (text: string) => {
    setSecret(text);
    return refresh('tokens');
  };
  return (
    <Section
      title="Tokens"
      intro="Programs use these tokens to act with the permissions of the team."
      actions={
        !isImpersonating && (
          <FormButton act="Create a token" variant="default" size="xs">
            {(close) => (
              <NewToken
                create={create}
                hint="Name of the machine or program that uses the token. The name must be unique in the team."
                onCreated={show}
                onClose={close}
              />
            )}
          </FormButton>
        )
      }
    >
      <Stack>
        {isImpersonating && <Alert color="yellow">You cannot create tokens while you impersonate a user.</Alert>}
        {secret !== undefined && <SecretOnce title="The new token" secret={secret} />}
        <ListView
          what="tokens of the team"
          spec={tokenList}
          search={search}
          onSearch={onSearch}
          query={query}
          columns={tokenColumns}
          nameOf={tokenName}
          empty="The team has no tokens."
          actions={(token) => <RevokeButton token={token} />}
        />
      </Stack>
    </Section>
  );
}
