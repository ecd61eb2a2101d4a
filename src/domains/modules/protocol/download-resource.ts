import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import type { DownloadRow } from './download-store.ts';
import { moduleDownloads } from './tables.ts';

/** How often a consumer downloaded a version. */
export const downloadResource = resource<DownloadRow>({
  type: 'module-downloads',
  attributes: {
    'consumer-type': shown(Type.String(), ({ consumer }) => consumer.split(':')[0] ?? ''),
    'consumer-id': shown(Type.String(), ({ consumer }) => consumer.split(':')[1] ?? ''),
    'consumer-name': shown(Nullable(Type.String()), ({ name }) => name),
    ...moduleDownloads.shown,
  },
  id: ({ consumer }) => consumer,
});
