import { SectionLinks } from '../../components/section-links.tsx';
import { t } from '../../texts/common.ts';
import { meArea } from './area.ts';

/** The links between the pages of one's own account. */
export const AccountSections = () => (
  <SectionLinks label={t.account} sections={meArea.navigation.map(({ label, path }) => ({ label: label(), path }))} />
);
