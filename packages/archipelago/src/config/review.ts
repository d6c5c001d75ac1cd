import type { Configured } from './configure.ts';
import { contextFor } from './framework/resolve.ts';
import type { FieldFinding, Setting } from './framework/setting.ts';
import { settings } from './settings.ts';

/** What the settings say about their values: refusals and warnings, in the order of the settings. */
export function review(configured: Configured): readonly FieldFinding[] {
  const { resolution } = configured;
  return settings.flatMap((setting: Setting) => {
    const { raw, written } = resolution.get(setting.name) ?? { raw: undefined, written: false };
    return written ? setting.review(raw, contextFor(setting, resolution, configured)) : [];
  });
}

/** Two spellings of one setting that say different things; the one that differs from the standard counts. */
export function reviewAliases(read: (path: string) => unknown): readonly FieldFinding[] {
  return settings.flatMap((setting: Setting) =>
    setting.aliases.flatMap(({ path }): readonly FieldFinding[] => {
      const [own, former] = [
        setting.source.in === 'spec' ? read(setting.source.path) : undefined,
        read(path),
      ];
      if (isAbsent(own) || isAbsent(former) || own === former) return [];
      const message = `is ${String(former)}, but ${setting.name} is ${String(own)}`;
      return [
        {
          level: 'warning',
          at: `spec.${path}`,
          reason: 'Conflict',
          message,
          fix: `write ${setting.name} only`,
        },
      ];
    }),
  );
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
