import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';

/** What the operator wrote down of a job that failed. */
export interface KeptLog {
  readonly job: { readonly name: string; readonly uid: string };
  /** As objects say when they were made. */
  readonly jobMade: string;
  readonly config: string;
  /** Undefined: of the assembly. */
  readonly architecture: string | undefined;
  readonly attempt: number;
  readonly container: string;
  readonly text: string;
}

/** The logs among ConfigMaps of the jobs' namespace. */
export function keptLogsIn(configMaps: readonly KubernetesObject[]): readonly KeptLog[] {
  return configMaps.filter((object) => labelOf(object, names.component) === 'log').map(keptLogOf);
}

function keptLogOf(object: KubernetesObject): KeptLog {
  const told = (name: string) => textAt(object.metadata, 'annotations', name);
  return {
    job: { name: told(names.jobName), uid: labelOf(object, names.jobUid) },
    jobMade: told(names.jobMade),
    config: told(names.configName),
    architecture: labelOf(object, names.architecture) || undefined,
    attempt: Number.parseInt(labelOf(object, names.attempt), 10) || 1,
    container: told(names.container),
    text: textAt(object.data, 'log'),
  };
}

function labelOf({ metadata }: KubernetesObject, name: string): string {
  return textAt(metadata, 'labels', name);
}
