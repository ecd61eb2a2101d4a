import type { IdentityProvider } from '../../../api/identity-providers.ts';
import { Tag } from '../../../components/tag.tsx';
import { t } from '../../../texts/identity-providers.ts';

export function ProviderStatus({ provider: { attributes } }: { readonly provider: IdentityProvider }) {
  if (attributes.problem !== null) return <Tag tone="bad">{t.faulty}</Tag>;
  return attributes.enabled ? <Tag tone="good">{t.enabled}</Tag> : <Tag>{t.disabled}</Tag>;
}
