import { type TString, Type } from '@sinclair/typebox';
import { type SpecSetting, setting } from '../../framework/setting.ts';

/** A text of old manifests that does nothing any more; `instead` says where what it did is now, or that nothing does it. */
export function ignoredText<const Name extends string>(
  name: Name,
  instead: string,
): SpecSetting<Name, string> {
  return setting<Name, TString>({
    path: name,
    summary: `Ignored: ${instead}. Accepted, so that old manifests still apply.`,
    schema: Type.String(),
    deprecated: 'remove it: it has no effect',
    review: (value) => [
      {
        level: 'warning',
        at: `spec.${name}`,
        reason: 'Deprecated',
        value,
        message: `has no effect: ${instead}`,
        fix: `remove spec.${name}`,
      },
    ],
    examples: [{ title: 'an old manifest', spec: { [name]: 'kubevirt' }, lands: {} }],
  });
}
