import { Alert, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isImpersonating } from '../../api/account.ts';
import { boot } from '../../api/boot.ts';
import type { Resource } from '../../api/client.ts';
import { tokenList } from '../../api/list-specs.ts';
import { createUserToken, refreshTokens, userTokensQuery } from '../../api/tokens.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { endOfDay } from '../../components/day.ts';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { SecretOnce } from '../../components/secret.tsx';
import { RevokeButton, tokenColumns, tokenName } from '../../components/token-section.tsx';
import { useList } from '../../components/use-list.ts';
import { t } from '../../texts/me.ts';
import { not } from '../../texts/refusals.ts';
import { AccountSections } from './sections.tsx';

type Token = Resource<'authentication-tokens'>;

const route = getRouteApi('/app/me/tokens');
const { userId } = boot;

const NewToken = ({ onCreated }: { readonly onCreated: (secret: string) => unknown }) => {
  const state = useApiForm({ description: '', 'expired-at': '' }, async ({ description, 'expired-at': day }) => {
    const { data } = await createUserToken(userId, { description, 'expired-at': endOfDay(day) });
    await onCreated(data.attributes.token ?? '');
  });
  const { form } = state;
  return (
    <ApiFormView state={state} act={t.newToken} refused={not.created} onDone={form.reset}>
      <TextInput
        label={t.description}
        description={t.descriptionHint}
        maxLength={255}
        {...form.getInputProps('description')}
      />
      <TextInput type="date" label={t.expiry} description={t.expiryHint} {...form.getInputProps('expired-at')} />
    </ApiFormView>
  );
};

export function Tokens() {
  const queryClient = useQueryClient();
  const list = useList(route, (search) => userTokensQuery(userId, search));
  const [secret, setSecret] = useState<string>();
  const show = (text: string) => {
    setSecret(text);
    return refreshTokens(queryClient);
  };
  return (
    <Page title={t.tokens} intro={t.tokensIntro}>
      <AccountSections />
      {isImpersonating && <Alert color="yellow">{t.notWhileActing}</Alert>}
      {secret !== undefined && <SecretOnce title={t.createdTitle} secret={secret} />}
      <Stack gap="xl">
        {!isImpersonating && <NewToken onCreated={show} />}
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
