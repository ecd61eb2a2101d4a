// Accounts at identity providers that are linked to the user's own account, each with a button that unlinks it.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OwnIdentity, ownIdentitiesQuery, unlinkOwnIdentity } from '../../api/profile.ts';
import { refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { Fact, Facts } from '../../components/fact.tsx';
import { Failure } from '../../components/failure.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/section.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { noProof, OwnerProofFields, proofFrom } from './owner-proof.tsx';

interface Shown {
  readonly identity: OwnIdentity;
}

const providerOf = ({ attributes }: OwnIdentity): string => attributes['provider-name'] ?? attributes.provider;

const UnlinkForm = ({ identity, onClose }: Shown & { readonly onClose: () => void }) => {
  const state = useApiForm(noProof, (proof) => unlinkOwnIdentity(identity.id, proofFrom(proof)));
  const done = async () => {
    onClose();
    notifyDone(`${providerOf(identity)} was unlinked.`);
    // If the current session was started with this identity, it has ended. This request then redirects the user to the
    // sign-in page.
    await refresh('identities');
  };
  return (
    <ApiFormView state={state} act="Unlink" refused="Not unlinked" onDone={done} onCancel={onClose}>
      <Text size="sm">
        You can no longer sign in with this identity. Sessions that were started with it end immediately, and you lose
        the teams and the role that the identity provider granted.
      </Text>
      <OwnerProofFields form={state.form} />
    </ApiFormView>
  );
};

const IdentityView = ({ identity, onUnlink }: Shown & { readonly onUnlink: () => void }) => {
  const { attributes } = identity;
  return (
    <Stack component="li" gap="xs">
      <Facts>
        <Fact name="Identity provider">{providerOf(identity)}</Fact>
        <Fact name="Name at the provider">{attributes['name-id']}</Fact>
        <Fact name="Linked">
          <Time iso={attributes['created-at']} />
        </Fact>
      </Facts>
      <Group gap="xs">
        {attributes['to-confirm-since'] !== null && (
          <Tag tone="warned">Waiting for confirmation by a site administrator</Tag>
        )}
        <Button size="xs" variant="default" aria-label={`Unlink ${providerOf(identity)}`} onClick={onUnlink}>
          Unlink
        </Button>
      </Group>
    </Stack>
  );
};

/** Section with the linked identities. It is omitted if the account has none. */
export function OwnIdentities() {
  const { data, error, refetch } = useQuery(ownIdentitiesQuery);
  const [chosen, choose] = useState<OwnIdentity>();
  const close = () => choose(undefined);
  if (error === null && (data === undefined || data.data.length === 0)) return null;
  return (
    <Section title="Linked identities" intro="Your accounts at identity providers. You can sign in with each of them.">
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
        {data?.data.map((identity) => (
          <IdentityView key={identity.id} identity={identity} onUnlink={() => choose(identity)} />
        ))}
      </Stack>
      <FormDialog
        title={chosen === undefined ? 'Unlink' : `Unlink ${providerOf(chosen)}`}
        isOpen={chosen !== undefined}
        onClose={close}
      >
        {chosen !== undefined && <UnlinkForm identity={chosen} onClose={close} />}
      </FormDialog>
    </Section>
  );
}
