import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';

/** Accepted for old manifests; does nothing. */
export const vddkInitImage = setting({
  path: 'vddkInitImage',
  summary: 'Ignored: the image is named in the import itself. Accepted, so that old manifests still apply.',
  schema: Type.String(),
  deprecated: 'remove it: it has no effect',
  examples: [{ title: 'an old manifest', spec: { vddkInitImage: 'kubevirt' }, lands: {} }],
});
