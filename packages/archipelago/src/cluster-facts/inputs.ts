import type { JsonValue } from '@archipelago/apimachinery';
import type { RegistryAnswers } from '../golden-images/images/image-knowledge.ts';
import type { ClusterFacts, DerivedFacts } from './cluster-facts.ts';

/** What the deployment of the operator decides: images, machine types, versions. Read once at the edge. */
export interface DeploymentParameters {
  readonly version: string;
  readonly machineTypes: { readonly amd64: string | undefined; readonly arm64: string | undefined };
  readonly smbios: Readonly<Record<string, string>> | undefined;
  readonly kvmEmulation: boolean;
  readonly images: {
    readonly passtCni: string | undefined;
    readonly passtSidecar: string | undefined;
    readonly waspAgent: string | undefined;
  };
}

/** How the operator is installed. */
export interface Deployment extends DeploymentParameters {
  readonly operatorNamespace: string;
  /** Who imports golden images: SSP, or our own controller; absent: SSP where the platform has it. */
  readonly goldenImageImporter?: 'builtin' | 'ssp';
}

/** What the status of the HyperConverged remembers from one pass to the next. */
export interface Memory {
  /** Cron line for the common golden images, drawn once per cluster. */
  readonly dataImportSchedule: string;
  /** `dataImportCronTemplates` as it is stored: what was known about images when nobody answers; absent: nothing. */
  readonly goldenImages?: JsonValue | undefined;
}

/** Everything besides its own text that a configuration's outcome follows from. Plain data: settings read it, they never fetch. */
export interface Inputs<F extends ClusterFacts = ClusterFacts> {
  /** What was observed. */
  readonly facts: F;
  readonly deployment: Deployment;
  readonly memory: Memory;
  /** Absent: registries are not asked. */
  readonly answers?: RegistryAnswers | undefined;
}

/** With what follows from the facts. */
export type DerivedInputs = Inputs<DerivedFacts>;

/** What the operands' APIs answer to a dry run, by kind. */
export interface OperandRefusals {
  readonly update: Readonly<Record<string, string>>;
  readonly delete: Readonly<Record<string, string>>;
}
