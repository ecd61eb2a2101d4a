import { SectionLinks } from '../../../components/section-links.tsx';
import { settingsGroupTexts } from '../../../texts/settings-groups.ts';

/** Links between the sign-in settings: OpenID Connect, SAML and two-factor authentication. Each has its own page. */
export const SignInSections = () => (
  <SectionLinks
    label="Sign-in"
    sections={[
      { label: settingsGroupTexts['oidc-sign-in'], path: '/app/site/identity-providers' },
      { label: settingsGroupTexts.saml, path: '/app/site/settings/saml' },
      { label: settingsGroupTexts['two-factor'], path: '/app/site/settings/two-factor' },
    ]}
  />
);
