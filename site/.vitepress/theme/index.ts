import theme from 'vitepress/theme-without-fonts';
import './style.css';
import './trusted-types.ts';

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export
export default theme;
