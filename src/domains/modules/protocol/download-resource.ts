import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { moduleDownloads } from './download-entity.ts';
import type { DownloadRow } from './download-store.ts';

/** Attributes that describe a consumer of a version, and the number of the consumer's downloads. */
export const consumerAttributes = {
  'consumer-type': shown(Type.String(), ({ consumer }: DownloadRow) => consumer.split(':')[0] ?? ''),
  'consumer-id': shown(Type.String(), ({ consumer }: DownloadRow) => consumer.split(':')[1] ?? ''),
  'consumer-name': shown(Nullable(Type.String()), ({ name }: DownloadRow) => name),
  ...moduleDownloads.shown,
};

/** Number of downloads of a version by a consumer. */
export const downloadResource = resource<DownloadRow>({
  type: 'module-downloads',
  attributes: consumerAttributes,
  id: ({ consumer }) => consumer,
});
