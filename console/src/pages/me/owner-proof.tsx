// Fields of the proof that an account belongs to the person who changes how it is entered.
import { Anchor, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { pathTo } from '../../api/boot.ts';
import type { OwnerProof } from '../../api/profile.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { t } from '../../texts/me.ts';

export const noProof: OwnerProof = { 'current-password': '', 'one-time-code': '' };

interface OwnerProofForm {
  readonly form: { readonly getInputProps: (name: keyof OwnerProof) => GetInputPropsReturnType };
}

/** Says which accounts prove their owner on a page of its own. */
export const ProofElsewhere = ({ text }: { readonly text: string }) => (
  <Text size="sm">
    {text} <Anchor href={pathTo('/users/owner')}>{t.proveOwner}</Anchor>
  </Text>
);

export const OwnerProofFields = ({ form }: OwnerProofForm) => (
  <>
    <PasswordField
      label={t.currentPassword}
      autoComplete="current-password"
      {...form.getInputProps('current-password')}
    />
    <TextInput
      label={t.oneTimeCode}
      description={t.oneTimeCodeHint}
      autoComplete="one-time-code"
      {...form.getInputProps('one-time-code')}
    />
    <ProofElsewhere text={t.proofElsewhere} />
  </>
);
