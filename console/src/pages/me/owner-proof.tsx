// Fields in which users prove that an account is their own. The proof is required before they change how they sign in.
import { Anchor, Text, TextInput } from '@mantine/core';
import { pathTo } from '../../api/boot.ts';
import type { ApiForm } from '../../components/api-form.tsx';
import { PasswordField } from '../../components/password-field.tsx';

export const noProof = { 'current-password': '', 'one-time-code': '' };

type OwnerProof = Readonly<typeof noProof>;

/** Returns the proof as attributes of a request. Empty values become null. */
export const proofFrom = (proof: OwnerProof) => ({
  'current-password': proof['current-password'] || null,
  'one-time-code': proof['one-time-code'] || null,
});

interface OwnerProofForm<Values extends Record<string, unknown>> {
  readonly form: ApiForm<Values>['form'];
}

/** Note with a link to the page on which users can prove in other ways that the account is theirs. */
export const ProofElsewhere = ({ text }: { readonly text: string }) => (
  <Text size="sm">
    {text} <Anchor href={pathTo('/users/owner')}>Confirm that this account is yours</Anchor>
  </Text>
);

export const OwnerProofFields = <Values extends OwnerProof & Record<string, unknown>>({
  form,
}: OwnerProofForm<Values>) => (
  <>
    <PasswordField {...form.field('current-password', 'Current password')} autoComplete="current-password" />
    <TextInput
      {...form.field('one-time-code', 'One-time code')}
      description="Required if your account has a second factor but no password."
      autoComplete="one-time-code"
    />
    <ProofElsewhere text="If your account has neither a password nor a second factor, there are other ways to prove that it is yours:" />
  </>
);
