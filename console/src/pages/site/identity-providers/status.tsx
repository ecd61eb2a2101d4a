import type { IdentityProvider } from '../../../api/identity-providers.ts';
import { Tag } from '../../../components/tag.tsx';

export function ProviderStatus({ provider: { attributes } }: { readonly provider: IdentityProvider }) {
  if (attributes.problem !== null) return <Tag tone="bad">Does not work</Tag>;
  return attributes.enabled ? <Tag tone="good">Enabled</Tag> : <Tag>Disabled</Tag>;
}
