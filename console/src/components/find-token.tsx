// Button that opens a dialog for a leaked token. The dialog shows the owner of the token, and has a button that deletes
// the token.
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { refresh } from '../api/refresh.ts';
import type { findToken } from '../api/tokens.ts';
import { ApiFormView, useApiForm } from './api-form.tsx';
import { Fact, Facts } from './fact.tsx';
import { FormDialog } from './form-dialog.tsx';
import { PageLink } from './links.tsx';
import { notifyDone } from './notify.tsx';
import { PasswordField } from './password-field.tsx';
import { Time } from './time.tsx';
import { tokenName } from './token-section.tsx';

type Answer = Awaited<ReturnType<typeof findToken>>;

interface Found {
  readonly token: Answer['data'];
  readonly owner: NonNullable<Answer['meta']>['owner'];
}

interface FindTokenProps {
  readonly find: (input: { token: string }) => Promise<Answer>;
  readonly remove: (id: string) => Promise<unknown>;
}

const Owner = ({ owner: { kind, id, name, organization } }: Pick<Found, 'owner'>) => {
  if (kind === 'user')
    return (
      <PageLink to="/app/site/users/$user" params={{ user: id }}>
        {name}
      </PageLink>
    );
  if (kind === 'team') return `Team ${name} in ${organization}`;
  return kind === 'organization' ? `Organization ${name}` : `Organization ${name} (audit trail token)`;
};

const Result = ({ token, owner }: Found) => (
  <Facts>
    <Fact name="Owner">
      <Owner owner={owner} />
    </Fact>
    {owner.kind !== 'user' && <Fact name="Description">{tokenName(token)}</Fact>}
    <Fact name="Identifier">{token.id}</Fact>
    <Fact name="Created">
      <Time iso={token.attributes['created-at']} />
    </Fact>
    <Fact name="Last used">
      <Time iso={token.attributes['last-used-at']} />
    </Fact>
    <Fact name="Expires">
      <Time iso={token.attributes['expired-at']} />
    </Fact>
  </Facts>
);

const Search = ({ find, onFound }: Pick<FindTokenProps, 'find'> & { readonly onFound: (found: Found) => void }) => {
  const state = useApiForm({ token: '' }, async (values) => {
    const { data, meta } = await find(values);
    if (meta !== undefined) onFound({ token: data, owner: meta.owner });
  });
  return (
    <ApiFormView state={state} act="Find the owner" refused="Not found">
      <PasswordField
        {...state.form.field('token', 'API token')}
        description="Paste the whole token. The search is recorded in the audit trail."
        required
        autoComplete="off"
        data-autofocus
      />
    </ApiFormView>
  );
};

const Deletion = ({ found, remove, onDone }: Omit<FindTokenProps, 'find'> & { found: Found; onDone: () => void }) => {
  const state = useApiForm({}, async () => {
    await remove(found.token.id);
    await refresh('tokens');
    notifyDone(`The token of ${found.owner.name} was deleted.`);
  });
  return (
    <ApiFormView state={state} act="Delete the token" refused="Not deleted" onDone={onDone} onCancel={onDone}>
      <Result {...found} />
      <Text size="sm">
        If you delete the token, programs that use it lose access immediately. This cannot be undone.
      </Text>
    </ApiFormView>
  );
};

/** Button that opens the dialog. `find` and `remove` determine which tokens the caller can find and delete. */
export function FindToken({ find, remove }: FindTokenProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [found, setFound] = useState<Found>();
  const start = () => {
    setFound(undefined);
    open();
  };
  return (
    <>
      <Button variant="default" onClick={start}>
        Find a leaked token
      </Button>
      <FormDialog title="Find a leaked token" isOpen={isOpen} onClose={close}>
        {found === undefined ? (
          <Search find={find} onFound={setFound} />
        ) : (
          <Deletion found={found} remove={remove} onDone={close} />
        )}
      </FormDialog>
    </>
  );
}
