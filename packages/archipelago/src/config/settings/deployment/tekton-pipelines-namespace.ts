import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';

/** Accepted for old manifests; does nothing. */
export const tektonPipelinesNamespace = setting({
  path: 'tektonPipelinesNamespace',
  summary: 'Ignored: example pipelines are no longer deployed. Accepted, so that old manifests still apply.',
  schema: Type.String(),
  deprecated: 'remove it: it has no effect',
  examples: [{ title: 'an old manifest', spec: { tektonPipelinesNamespace: 'kubevirt' }, lands: {} }],
});
