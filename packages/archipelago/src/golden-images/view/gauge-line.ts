import type { EffectiveTemplate } from '../templates/effective-templates.ts';

/** One line of a gauge. */
export interface GaugeLine {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is so (1) or not (0) of an image. */
export function imageLine({ metadata, spec }: EffectiveTemplate, value: boolean): GaugeLine {
  return {
    labels: {
      data_import_cron_name: metadata.name.toLowerCase(),
      managed_data_source_name: spec.managedDataSource.toLowerCase(),
    },
    value: value ? 1 : 0,
  };
}

/** What alerts wait for comes before the rest: there may not be room for all. */
export function worstFirst(lines: readonly GaugeLine[]): readonly GaugeLine[] {
  return [...lines.filter(({ value }) => value === 0), ...lines.filter(({ value }) => value !== 0)];
}
