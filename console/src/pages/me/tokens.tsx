import { Alert, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isImpersonating } from '../../api/account.ts';
import { boot } from '../../api/boot.ts';
import type { Resource } from '../../api/client.ts';
import { tokenList } from '../../api/list-specs.ts';
import { refresh } from '../../api/refresh.ts';
import { createUserToken, type TokenInput, userTokensQuery } from '../../api/tokens.ts';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { SecretOnce } from '../../components/secret.tsx';
import { NewToken, RevokeButton, tokenColumns, tokenName } from '../../components/token-section.tsx';
import { useList } from '../../components/use-list.ts';
import { AccountSections } from './sections.tsx';

type Token = Resource<'authentication-tokens'>;

const route = getRouteApi('/app/me/tokens');
const { userId } = boot;

const create = (input: TokenInput) => createUserToken(userId, input);

export function Tokens() {
  const list = useList(route, (search) => userTokensQuery(userId, search));
  const [secret, setSecret] = useState<string>();
  const show = (text: string) => {
    setSecret(text);
    return refresh('tokens');
  };
  return (
    <Page
      title="API tokens"
      intro="A token lets a program, such as the Terraform or OpenTofu command line, act with your permissions."
    >
      <AccountSections />
      {isImpersonating && (
        <Alert color="yellow">
          Only the user can create and delete these tokens, so you cannot do this while you impersonate the user.
        </Alert>
      )}
      {secret !== undefined && <SecretOnce title="Your new API token" secret={secret} />}
      <Stack gap="xl">
        {!isImpersonating && (
          <NewToken create={create} hint="Name of the machine or program that uses the token." onCreated={show} />
        )}
        <ListView
          what="API tokens"
          spec={tokenList}
          {...list}
          columns={tokenColumns}
          nameOf={tokenName}
          empty="You have no API tokens."
          {...(!isImpersonating && { actions: (token: Token) => <RevokeButton token={token} /> })}
        />
      </Stack>
    </Page>
  );
}
