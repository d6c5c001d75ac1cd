import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';

/** Accepted for old manifests; does nothing. */
export const localStorageClassName = setting({
  path: 'localStorageClassName',
  summary: 'Ignored: storage classes are chosen per disk. Accepted, so that old manifests still apply.',
  schema: Type.String(),
  deprecated: 'remove it: it has no effect',
  examples: [{ title: 'an old manifest', spec: { localStorageClassName: 'kubevirt' }, lands: {} }],
});
