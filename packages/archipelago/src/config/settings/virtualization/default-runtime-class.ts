import { Type } from '@sinclair/typebox';
import { unlessEmpty } from '../../canonical/unless-empty.ts';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { reviewObjectName } from '../../reviews/review-object-name.ts';

/** Runtime class of launcher pods whose machine names none; running machines follow at their next start or migration. */
export const defaultRuntimeClass = setting({
  path: 'defaultRuntimeClass',
  summary:
    'Runtime class of launcher pods whose machine names none; running machines follow at their next start or migration.',
  schema: Type.String(),
  review: (name) => reviewObjectName('spec.defaultRuntimeClass', name, { kind: 'RuntimeClass' }),
  lands: ({ set }) => [set(kubevirt, 'spec.configuration.defaultRuntimeClass', unlessEmpty)],
  examples: [
    {
      title: 'launcher pods run under another container runtime',
      spec: { defaultRuntimeClass: 'myCustomRuntimeClass' },
      lands: { 'KubeVirt.spec.configuration.defaultRuntimeClass': 'myCustomRuntimeClass' },
    },
  ],
});
