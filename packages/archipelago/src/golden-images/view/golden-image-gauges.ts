import { bootableArchitectures } from '../../api/architectures.ts';
import type { DecidedTemplate } from '../boot-sources/boot-source.ts';
import { type GaugeLine, imageLine, worstFirst } from './gauge-line.ts';

/** The gauges behind the alerts on golden images (`docs/compatibility/golden-images.md#alerts`). No lines: nothing to say. */
interface GoldenImageGauges {
  /** 1: imported for each architecture; only on clusters of several architectures that have images. */
  readonly multiArchitectureEnabled: readonly GaugeLine[];
  /** Per image, 1: its architectures are known, by annotation or from its registry. */
  readonly imageAnnotated: readonly GaugeLine[];
  /** Per image of known architectures, 1: a workload node has one of them. */
  readonly imageSupported: readonly GaugeLine[];
  /** Per architecture of workload nodes: images that are to be imported for it. */
  readonly workloadBootImages: readonly GaugeLine[];
  /** Per image and architecture of workload nodes, 1: it is to be imported for it. */
  readonly imageArchitectures: readonly GaugeLine[];
}

/** What the gauges follow from. */
interface GaugeInput {
  readonly templates: readonly DecidedTemplate[];
  readonly multiArchitecture: boolean;
  /** Names. */
  readonly workload: readonly string[];
}

/**
 * Lines for images that exist, and no others: an image that is gone leaves no alert behind. What alerts wait for comes first: not
 * all may be shown.
 */
export function goldenImageGauges(input: GaugeInput): GoldenImageGauges {
  const { templates, multiArchitecture, workload } = input;
  const shown = multiArchitecture ? templates : [];
  const runnable = workload.filter((name) => bootableArchitectures.includes(name));
  return {
    multiArchitectureEnabled:
      workload.length > 1 && templates.length > 0 ? [{ labels: {}, value: multiArchitecture ? 1 : 0 }] : [],
    imageAnnotated: worstFirst(
      shown.map((image) => imageLine(image.template, image.decided.kind === 'known')),
    ),
    imageSupported: worstFirst(
      shown.flatMap((image) =>
        image.decided.kind === 'known'
          ? [
              imageLine(
                image.template,
                image.decided.architectures.some((name) => runnable.includes(name)),
              ),
            ]
          : [],
      ),
    ),
    ...byArchitecture(input, runnable),
  };
}

/** With one architecture every image is for it, as far as anybody knows. */
function byArchitecture(
  { templates, multiArchitecture }: Pick<GaugeInput, 'templates' | 'multiArchitecture'>,
  runnable: readonly string[],
): Pick<GoldenImageGauges, 'workloadBootImages' | 'imageArchitectures'> {
  const [only, second] = runnable;
  if (templates.length === 0 || (!multiArchitecture && second !== undefined))
    return { workloadBootImages: [], imageArchitectures: [] };
  const isFor = (architecture: string, { decided }: DecidedTemplate) =>
    multiArchitecture && decided.kind === 'known'
      ? decided.architectures.includes(architecture)
      : second === undefined && architecture === only;
  return {
    workloadBootImages: runnable.map((architecture) => ({
      labels: { architecture },
      value: templates.filter((each) => isFor(architecture, each)).length,
    })),
    imageArchitectures: worstFirst(
      templates.flatMap((each) =>
        runnable.map((architecture) => {
          const { labels, value } = imageLine(each.template, isFor(architecture, each));
          return { labels: { ...labels, architecture }, value };
        }),
      ),
    ),
  };
}
