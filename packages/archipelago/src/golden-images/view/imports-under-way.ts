import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { namespaced } from '../boot-sources/names.ts';
import type { ObservedObjects } from '../boot-sources/observed-boot-sources.ts';

/** An import that CDI has begun and not ended. */
interface ImportUnderWay {
  readonly namespace: string;
  /** The DataSource that it is for. */
  readonly dataSource: string;
  /** Of the DataVolume: `ImportInProgress`, `Pending`. */
  readonly phase: string;
  /** Undefined: CDI does not tell. */
  readonly percent: number | undefined;
}

/** What is being imported, as the DataVolumes of the crons' newest imports tell it. */
export function importsUnderWay({
  dataImportCrons,
  dataVolumes,
}: Pick<ObservedObjects, 'dataImportCrons' | 'dataVolumes'>): readonly ImportUnderWay[] {
  const volumes = new Map(dataVolumes.map((volume) => [keyOf(volume), volume]));
  return dataImportCrons.flatMap((cron) => {
    const namespace = cron.metadata.namespace ?? '';
    const name = textAt(cron.status, 'currentImports', 0, 'DataVolumeName');
    const volume = volumes.get(namespaced(namespace, name));
    const phase = textAt(volume?.status, 'phase');
    if (volume === undefined || phase === '' || phase === 'Succeeded') return [];
    const percent = percentOf(textAt(volume.status, 'progress'));
    return [{ namespace, dataSource: textAt(cron.spec, 'managedDataSource'), phase, percent }];
  });
}

function keyOf({ metadata }: KubernetesObject): string {
  return namespaced(metadata.namespace ?? '', metadata.name);
}

/** CDI writes `42.31%`, and `N/A` while it knows nothing. */
function percentOf(text: string): number | undefined {
  const [, number] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text) ?? [];
  return number === undefined ? undefined : Math.min(Math.floor(Number(number)), 100);
}
