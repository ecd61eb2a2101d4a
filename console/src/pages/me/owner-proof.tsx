// Fields of the proof that an account belongs to the person who changes how it is entered.
import { Anchor, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { pathTo } from '../../api/boot.ts';
import { field } from '../../components/api-form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { t } from '../../texts/me.ts';

export const noProof = { 'current-password': '', 'one-time-code': '' };

type OwnerProof = Readonly<typeof noProof>;

/** Proof of the owner of an account, as requests have it; what is empty is not sent. */
export const proofFrom = (proof: OwnerProof) => ({
  'current-password': proof['current-password'] || null,
  'one-time-code': proof['one-time-code'] || null,
});

interface OwnerProofForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>;
}

/** Says which accounts prove their owner on a page of its own. */
export const ProofElsewhere = ({ text }: { readonly text: string }) => (
  <Text size="sm">
    {text} <Anchor href={pathTo('/users/owner')}>{t.proveOwner}</Anchor>
  </Text>
);

export const OwnerProofFields = <Values extends OwnerProof & Record<string, unknown>>({
  form,
}: OwnerProofForm<Values>) => (
  <>
    <PasswordField {...field(form, 'current-password', t.currentPassword)} autoComplete="current-password" />
    <TextInput {...field(form, 'one-time-code', t.oneTimeCode, t.oneTimeCodeHint)} autoComplete="one-time-code" />
    <ProofElsewhere text={t.proofElsewhere} />
  </>
);
