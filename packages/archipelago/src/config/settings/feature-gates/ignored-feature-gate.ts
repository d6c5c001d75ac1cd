import { type TBoolean, Type } from '@sinclair/typebox';
import { type SpecSetting, setting } from '../../framework/setting.ts';

/** A gate of old manifests that does nothing any more; `warns` says whether people are told so. */
export function ignoredFeatureGate<const Name extends string>(
  name: Name,
  { warns }: { readonly warns: boolean },
): SpecSetting<`featureGates.${Name}`, boolean> {
  const at = `spec.featureGates.${name}`;
  return setting<`featureGates.${Name}`, TBoolean>({
    path: `featureGates.${name}`,
    summary: 'Ignored. Accepted, so that manifests written for earlier releases still apply.',
    schema: Type.Boolean(),
    deprecated: 'remove it: it has no effect',
    review: (value) =>
      warns
        ? [
            {
              level: 'warning',
              at,
              reason: 'Deprecated',
              value,
              message: 'is deprecated and ignored',
              fix: `remove ${at}`,
            },
          ]
        : [],
    examples: [{ title: 'an old manifest', spec: { featureGates: { [name]: true } }, lands: {} }],
  });
}
