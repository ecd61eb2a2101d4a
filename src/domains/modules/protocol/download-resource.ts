import { Type } from 'typebox';
import { resource } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { DownloadRow } from './download-store.ts';

const consumerOf = ({ consumer }: DownloadRow): { readonly kind: string; readonly id: string } => {
  const [kind = '', id = ''] = consumer.split(':');
  return { kind, id };
};

/** How often a consumer downloaded a version. */
export const downloadResource = resource<DownloadRow>()({
  type: 'module-downloads',
  attributes: Exactly({
    'consumer-type': Type.String(),
    'consumer-id': Type.String(),
    'consumer-name': Nullable(Type.String()),
    count: Type.Integer(),
    'last-downloaded-at': Timestamp(),
  }),
  id: ({ consumer }) => consumer,
  present: (row) => ({
    'consumer-type': consumerOf(row).kind,
    'consumer-id': consumerOf(row).id,
    'consumer-name': row.name,
    count: row.count,
    'last-downloaded-at': row.last_downloaded_at,
  }),
});
