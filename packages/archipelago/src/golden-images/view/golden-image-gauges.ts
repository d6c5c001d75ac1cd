import { bootableArchitectures } from '../../api/architectures.ts';
import type { DecidedTemplate } from '../boot-sources/boot-source.ts';

/** One line of a gauge. */
interface GaugeLine {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The gauges behind the alerts on golden images (`docs/compatibility/golden-images.md#alerts`). No lines: nothing to say. */
interface GoldenImageGauges {
  /** 1: imported for each architecture; only on clusters of several architectures that have images. */
  readonly multiArchitectureEnabled: readonly GaugeLine[];
  /** Per image, 1: its architectures are known, by annotation or from its registry. */
  readonly imageAnnotated: readonly GaugeLine[];
  /** Per image of known architectures, 1: a workload node has one of them. */
  readonly imageSupported: readonly GaugeLine[];
}

/** Lines for images that exist, and no others: an image that is gone leaves no alert behind. */
export function goldenImageGauges(input: {
  readonly templates: readonly DecidedTemplate[];
  readonly multiArchitecture: boolean;
  /** Names. */
  readonly workload: readonly string[];
}): GoldenImageGauges {
  const { templates, multiArchitecture, workload } = input;
  const images = multiArchitecture ? templates : [];
  const runnable = workload.filter((name) => bootableArchitectures.includes(name));
  return {
    multiArchitectureEnabled:
      workload.length > 1 && templates.length > 0 ? [{ labels: {}, value: multiArchitecture ? 1 : 0 }] : [],
    imageAnnotated: images.map((image) => line(image, image.decided.kind === 'known')),
    imageSupported: images.flatMap((image) =>
      image.decided.kind === 'known'
        ? [
            line(
              image,
              image.decided.architectures.some((name) => runnable.includes(name)),
            ),
          ]
        : [],
    ),
  };
}

function line({ template }: DecidedTemplate, value: boolean): GaugeLine {
  return {
    labels: {
      data_import_cron_name: template.metadata.name.toLowerCase(),
      managed_data_source_name: template.spec.managedDataSource.toLowerCase(),
    },
    value: value ? 1 : 0,
  };
}
