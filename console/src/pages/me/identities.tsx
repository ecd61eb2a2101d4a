// The identities of one's own account, each with a button that unlinks it.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { t } from '../../texts/me.ts';
import { not } from '../../texts/refusals.ts';
import { noProof, OwnerProofFields, proofFrom } from './owner-proof.tsx';

interface Shown {
  readonly identity: OwnIdentity;
}

const providerOf = ({ attributes }: OwnIdentity): string => attributes['provider-name'] ?? attributes.provider;

const UnlinkForm = ({ identity, onClose }: Shown & { readonly onClose: () => void }) => {
  const queryClient = useQueryClient();
  const state = useApiForm(noProof, (proof) => unlinkOwnIdentity(identity.id, proofFrom(proof)));
  const done = async () => {
    onClose();
    notifyDone(t.unlinkDone(providerOf(identity)));
    // A session that it began is over: then this leads to the sign-in.
    await refresh(queryClient, 'identities');
  };
  return (
    <ApiFormView state={state} act={t.unlink} refused={not.unlinked} onDone={done} onCancel={onClose}>
      <Text size="sm">{t.unlinkBody}</Text>
      <OwnerProofFields form={state.form} />
    </ApiFormView>
  );
};

const IdentityView = ({ identity, onUnlink }: Shown & { readonly onUnlink: () => void }) => {
  const { attributes } = identity;
  return (
    <Stack component="li" gap="xs">
      <Facts>
        <Fact name={t.identityProvider}>{providerOf(identity)}</Fact>
        <Fact name={t.identityName}>{attributes['name-id']}</Fact>
        <Fact name={t.identitySince}>
          <Time iso={attributes['created-at']} />
        </Fact>
      </Facts>
      <Group gap="xs">
        {attributes['to-confirm-since'] !== null && <Tag tone="warned">{t.identityWaits}</Tag>}
        <Button size="xs" variant="default" aria-label={t.unlinkOne(providerOf(identity))} onClick={onUnlink}>
          {t.unlink}
        </Button>
      </Group>
    </Stack>
  );
};

/** Nothing for an account that no identity provider knows. */
export function OwnIdentities() {
  const { data, error, refetch } = useQuery(ownIdentitiesQuery);
  const [chosen, choose] = useState<OwnIdentity>();
  const close = () => choose(undefined);
  if (error === null && (data === undefined || data.data.length === 0)) return null;
  return (
    <Section title={t.identities} intro={t.identitiesIntro}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
        {data?.data.map((identity) => (
          <IdentityView key={identity.id} identity={identity} onUnlink={() => choose(identity)} />
        ))}
      </Stack>
      <FormDialog
        title={chosen === undefined ? t.unlink : t.unlinkOne(providerOf(chosen))}
        isOpen={chosen !== undefined}
        onClose={close}
      >
        {chosen !== undefined && <UnlinkForm identity={chosen} onClose={close} />}
      </FormDialog>
    </Section>
  );
}
