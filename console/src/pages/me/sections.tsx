import { SectionLinks } from '../../components/section-links.tsx';

import { meArea } from './area.ts';

/** The links between the pages of one's own account. */
export const AccountSections = () => (
  <SectionLinks label="Your account" sections={meArea.navigation.map(({ label, path }) => ({ label, path }))} />
);
