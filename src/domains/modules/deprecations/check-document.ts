import { Type } from 'typebox';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { heading, lineOf } from '../../../protocols/module-lists/warning-text.ts';
import type { Checked } from './check.ts';

const type = 'module-checks';
const text = () => Nullable(Type.String());

export const checkedSchema = Exactly({
  data: Exactly({
    id: Type.String(),
    type: Type.Literal(type),
    attributes: Exactly({
      shape: Type.Enum(['list', 'plan', 'installed']),
      'checked-count': Type.Integer(),
      'ignored-count': Type.Integer(),
      message: text(),
      warnings: Type.Array(
        Exactly({
          source: Type.String(),
          'version-asked': Type.String(),
          module: Type.String(),
          version: Type.String(),
          reason: text(),
          link: text(),
          'newest-version': text(),
          message: Type.String(),
        }),
      ),
    }),
  }),
});

/** The document of a check; its message is null where there is no warning. */
export const checkedDocument = ({ organization, shape, checked, ignored, warnings }: Checked): object => ({
  data: {
    id: organization,
    type,
    attributes: {
      shape,
      'checked-count': checked,
      'ignored-count': ignored,
      message: warnings.length === 0 ? null : heading,
      warnings: warnings.map((warning) => ({
        source: warning.source,
        'version-asked': warning.requested,
        module: warning.module,
        version: warning.version,
        reason: warning.reason,
        link: warning.link,
        'newest-version': warning.newest,
        message: lineOf(warning),
      })),
    },
  },
});
