import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { Setting } from './framework/setting.ts';
import { settings } from './settings.ts';

/** A setting that is written where it used to be. */
interface FormerSpelling {
  /** Where: `spec.featureGates.deployVmConsoleProxy`. */
  readonly at: string;
  /** Where it belongs: `spec.deployVmConsoleProxy`. */
  readonly field: string;
  /** What is written at the former place. */
  readonly former: JsonValue;
  /** What is written, or was filled in, where it belongs. */
  readonly own: JsonValue | undefined;
  /** Of the two, the one that counts. */
  readonly effective: JsonValue | undefined;
}

/**
 * The former spellings in a spec that say something else than the field, or instead of it. The value that differs from the standard counts,
 * so that moving it changes nothing.
 */
export function formerSpellings(spec: JsonObject): readonly FormerSpelling[] {
  const read = (path: string) => valueAt(spec, ...path.split('.')) ?? undefined;
  return settings.flatMap((setting: Setting) =>
    setting.aliases.flatMap(({ path, combine }): readonly FormerSpelling[] => {
      const own = setting.source.in === 'spec' ? read(setting.source.path) : undefined;
      const former = read(path);
      if (former === undefined || former === (own ?? setting.default)) return [];
      return [{ at: `spec.${path}`, field: setting.name, former, own, effective: combine(own, former) }];
    }),
  );
}
