import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';

/** Accepted for old manifests; does nothing. */
export const tektonTasksNamespace = setting({
  path: 'tektonTasksNamespace',
  summary: 'Ignored: tekton tasks are no longer deployed. Accepted, so that old manifests still apply.',
  schema: Type.String(),
  deprecated: 'remove it: it has no effect',
  examples: [{ title: 'an old manifest', spec: { tektonTasksNamespace: 'kubevirt' }, lands: {} }],
});
