import type { Context } from '../../../context.ts';
import { type Site, siteAt } from '../../../pages/site.ts';
import { customizationSettings } from './customization.ts';

/** Address, name and custom texts of this service, which its pages show. */
export const siteOf = (context: Context): Site =>
  siteAt(context.baseUrl(), customizationSettings(context), context.ports.consoleFont());
