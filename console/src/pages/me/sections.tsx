import { SectionLinks } from '../../components/section-links.tsx';
import { meArea } from './area.ts';

/** Links between the pages of the user's own account. */
export const AccountSections = () => (
  <SectionLinks label="Your account" sections={meArea.navigation.map(({ label, path }) => ({ label, path }))} />
);
