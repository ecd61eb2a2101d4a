import { Code, Group, SimpleGrid } from '@mantine/core';
import { type Preset, registeredAddresses } from '../../../api/identity-providers.ts';
import { Fact } from '../../../components/fact.tsx';
import { CopyText } from '../../../components/secret.tsx';
import { Section } from '../../../components/section.tsx';

/** Presets for providers that support OpenID Connect logout. */
const withLogout: readonly Preset[] = ['entra', 'okta', 'keycloak', 'custom'];

interface AddressesProps {
  /** Key of the provider. Empty until the administrator has chosen it. */
  readonly providerKey: string;
  readonly preset: Preset;
}

/** URLs of this service that the administrator has to register at the provider. */
export function Addresses({ providerKey, preset }: AddressesProps) {
  const { redirect, signOut, logout } = registeredAddresses(providerKey);
  const addresses = [
    ['Redirect URI', redirect],
    ...(withLogout.includes(preset)
      ? ([
          ['Post-logout redirect URI', signOut],
          ['Back-channel logout URI', logout],
        ] as const)
      : []),
  ] as const;
  return (
    <Section
      title="Addresses to register"
      intro="Enter these addresses at the provider, in the fields with these names."
    >
      <SimpleGrid component="dl" cols={1} m={0} spacing="sm">
        {addresses.map(([name, address]) => (
          <Fact key={name} name={name}>
            <Group gap="xs" component="span">
              <Code fz="sm">{address}</Code>
              <CopyText text={address} what={name} />
            </Group>
          </Fact>
        ))}
      </SimpleGrid>
    </Section>
  );
}
