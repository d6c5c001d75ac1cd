import {
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { said } from './said.ts';
import { valueText } from './value-text.ts';

/** An object that a fault can be put on, or is on. */
export interface FaultTarget {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Undefined: it is well. */
  readonly value: string | undefined;
}

/** A way to make something fail. */
export interface FaultModel {
  readonly annotation: string;
  readonly example: string;
  readonly targets: readonly FaultTarget[];
  /** Objects that are not listed. */
  readonly left: number;
}

/** The steps of the first hour, in their order. */
export const hourSteps = ['machines', 'newArchitecture', 'neverBoots', 'drained', 'nodeImage'] as const;

export type HourStep = (typeof hourSteps)[number];

/** What can be played with in an embedded cluster. */
export interface SandboxModel {
  readonly isEmbedded: boolean;
  /** How far its clock is ahead; `''`: not at all. */
  readonly ahead: string;
  readonly faults: readonly FaultModel[];
  readonly scenarios: readonly { readonly name: string; readonly says: string; readonly command: string }[];
  /** Steps that the cluster shows now. */
  readonly seen: readonly HourStep[];
}

/** What the console says of it. */
export function sandboxModel(view: JsonValue): SandboxModel {
  const ahead = said(view, 'clock', 'ahead');
  return {
    isEmbedded: valueAt(view, 'isEmbedded') === true,
    ahead: ahead === '0s' ? '' : ahead,
    faults: objectsAt(view, 'faults').map(faultModel),
    scenarios: objectsAt(view, 'scenarios').map((scenario) => {
      const platform = said(scenario, 'platform');
      const flags = platform === '' ? '' : ` --platform ${platform}`;
      const name = said(scenario, 'name');
      return { name, says: said(scenario, 'says'), command: `archipelago up --scenario ${name}${flags}` };
    }),
    seen: hourSteps.filter((step) => objectAt(view, 'firstHour')[step] === true),
  };
}

function faultModel(fault: JsonObject): FaultModel {
  const targets = objectsAt(fault, 'targets').map((target) => ({
    kind: said(target, 'kind'),
    namespace: said(target, 'namespace'),
    name: said(target, 'name'),
    value: target.value === undefined ? undefined : valueText(target.value),
  }));
  return {
    annotation: said(fault, 'annotation'),
    example: said(fault, 'example'),
    targets,
    left: Math.max(0, (numberAt(fault, 'count') ?? 0) - targets.length),
  };
}

/** `Node a1`, `Pod ns/name` */
export function targetName({ kind, namespace, name }: FaultTarget): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** The command of a step. */
export const hourCommands: Readonly<Record<HourStep, string>> = {
  machines: 'kubectl apply -n default -f examples/virtual-machines.yaml',
  newArchitecture: 'kubectl create -f examples/node-s390x.yaml',
  neverBoots: `kubectl patch vm web-s390x -n default --type merge -p '${JSON.stringify({
    spec: {
      dataVolumeTemplates: [
        {
          metadata: { name: 'wrong' },
          spec: {
            sourceRef: { kind: 'DataSource', name: 'fedora-amd64', namespace: 'kubevirt-os-images' },
            storage: { resources: { requests: { storage: '10Gi' } } },
          },
        },
      ],
      template: { spec: { volumes: [{ name: 'root', dataVolume: { name: 'wrong' } }] } },
    },
  })}' && kubectl delete vmi web-s390x -n default`,
  drained: 'kubectl drain worker-arm64-0 --ignore-daemonsets --delete-emptydir-data',
  nodeImage: 'kubectl apply -f examples/machineosconfig-plain-kubernetes.yaml',
};
