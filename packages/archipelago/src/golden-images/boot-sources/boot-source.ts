import type { JsonObject } from '@archipelago/apimachinery';
import type { Finding } from '../../api/finding.ts';
import type { PlanItem } from '../../engine/plan/plan-item.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import type { EffectiveTemplate } from '../templates/effective-templates.ts';
import type { ImageFailure } from './import-progress.ts';

/** A template and what its image supports. */
export interface DecidedTemplate {
  readonly template: EffectiveTemplate;
  readonly decided: DecidedArchitectures;
  /** Why its registry does not tell; absent: it does, or was not asked. */
  readonly failure?: ImageFailure | undefined;
}

/** An architecture that workloads can run on. */
export interface WorkloadArchitecture {
  readonly name: string;
  readonly nodes: number;
  /** Control-plane nodes have it, too. */
  readonly controlPlane: boolean;
}

/** A cron as it is to be made. */
interface WantedCron {
  /** Of the first one; a successor has another name. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
}

/** One boot source: a DataSource and the cron that keeps it up to date. */
export interface BootSource {
  readonly template: string;
  readonly namespace: string;
  readonly dataSource: string;
  /** Undefined: whatever the import happens to bring. */
  readonly architecture: string | undefined;
  /** DataSource without architecture that may lead here; undefined: this is it. */
  readonly pointer: string | undefined;
  readonly cron: WantedCron;
}

/** The DataSource without architecture in its name, and where it may lead: first choice first. */
export interface Pointer {
  readonly template: string;
  readonly namespace: string;
  readonly name: string;
  readonly targets: readonly BootSource[];
}

/** Why something that a template asks for is not made, or not there. */
export interface PlanFinding extends Finding {
  readonly template: string;
  readonly reason:
    | 'NameTaken'
    | 'NameTooLong'
    | 'UnsupportedArchitecture'
    | 'ForeignDataSource'
    | 'ForeignDataImportCron'
    | 'BeingDeleted'
    | 'ImportFailed';
  /** Kind and name. */
  readonly object: string;
  readonly fix: string;
}

/** What a part of the planner has to say. */
export type BootSourceItem = PlanItem<PlanFinding>;

export interface WantedBootSources {
  readonly sources: readonly BootSource[];
  readonly pointers: readonly Pointer[];
  readonly findings: readonly PlanFinding[];
}
