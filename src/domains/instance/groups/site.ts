import type { Context } from '../../../context.ts';
import { type Site, siteAt } from '../../../pages/site.ts';
import { customizationSettings } from './customization.ts';

/** Address, name and texts of this service for its pages. */
export const siteOf = (context: Context): Site => siteAt(context.baseUrl(), customizationSettings(context));
