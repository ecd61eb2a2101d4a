import { Alert, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
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
import { t } from '../../texts/me.ts';
import { AccountSections } from './sections.tsx';

type Token = Resource<'authentication-tokens'>;

const route = getRouteApi('/app/me/tokens');
const { userId } = boot;

const create = (input: TokenInput) => createUserToken(userId, input);

export function Tokens() {
  const queryClient = useQueryClient();
  const list = useList(route, (search) => userTokensQuery(userId, search));
  const [secret, setSecret] = useState<string>();
  const show = (text: string) => {
    setSecret(text);
    return refresh(queryClient, 'tokens');
  };
  return (
    <Page title={t.tokens} intro={t.tokensIntro}>
      <AccountSections />
      {isImpersonating && <Alert color="yellow">{t.notWhileActing}</Alert>}
      {secret !== undefined && <SecretOnce title={t.createdTitle} secret={secret} />}
      <Stack gap="xl">
        {!isImpersonating && <NewToken create={create} hint={t.descriptionHint} onCreated={show} />}
        <ListView
          what={t.tokensWhat}
          spec={tokenList}
          {...list}
          columns={tokenColumns()}
          nameOf={tokenName}
          empty={t.noTokens}
          {...(!isImpersonating && { actions: (token: Token) => <RevokeButton token={token} /> })}
        />
      </Stack>
    </Page>
  );
}
