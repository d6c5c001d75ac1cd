import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedType } from '../api/hyper-converged-kind.ts';
import type { Configured } from './configure.ts';
import { commonLabels } from './framework/common-labels.ts';
import type { Landing } from './framework/landing.ts';
import { apiVersionOf, type Operand } from './framework/operand.ts';
import { type Causes, OperandDraft } from './framework/operand-draft.ts';
import { contextFor } from './framework/resolve.ts';
import type { Setting } from './framework/setting.ts';

/** The HyperConverged that operands belong to. */
export interface Owner {
  readonly name: string;
  readonly namespace: string;
  /** Undefined offline. */
  readonly uid: string | undefined;
}

export interface Rendered {
  readonly operand: Operand;
  /** The whole object, as it is to be applied. */
  readonly manifest: JsonObject;
  /** The cause of each leaf below the metadata, computed when somebody asks; annotations that a setting wrote are included. */
  readonly causes: Causes;
}

type Landings = ReadonlyMap<Operand, readonly { readonly setting: Setting; readonly landing: Landing }[]>;

/** Which setting lands where; a fold over the settings, done once. */
export function landingsByOperand(settings: readonly Setting[]): Landings {
  const landings = new Map<Operand, { setting: Setting; landing: Landing }[]>();
  for (const setting of settings) {
    for (const landing of setting.landings) {
      const list = landings.get(landing.operand) ?? [];
      list.push({ setting, landing });
      landings.set(landing.operand, list);
    }
  }
  return landings;
}

interface RenderInput {
  readonly operands: readonly Operand[];
  readonly landings: Landings;
  readonly configured: Configured;
  readonly owner: Owner;
  /** Operands that are rendered as on the platform that has them where this one does not; absent: none. */
  readonly alsoElsewhere?: (operand: Operand) => boolean;
}

/** Pure: the operands that exist for these settings on such a cluster, each leaf with its cause. */
export function render(input: RenderInput): readonly Rendered[] {
  const { configured, alsoElsewhere = () => false } = input;
  const elsewhere = { ...configured, facts: { ...configured.facts, platform: 'openshift' as const } };
  return input.operands.flatMap((operand) => {
    const isElsewhere = !operand.fits(configured.facts) && alsoElsewhere(operand);
    const there = { ...input, configured: isElsewhere ? elsewhere : configured };
    return exists(operand, there) ? [renderOne(operand, there)] : [];
  });
}

function exists(operand: Operand, { landings, configured }: RenderInput): boolean {
  const { resolution, facts } = configured;
  if (!operand.fits(facts)) return false;
  return (landings.get(operand) ?? []).every(
    ({ setting, landing }) =>
      landing.kind === 'field' ||
      landing.exists(resolution.get(setting.name)?.value, contextFor(setting, resolution, configured)),
  );
}

function renderOne(operand: Operand, { landings, configured, owner }: RenderInput): Rendered {
  const { resolution } = configured;
  const draft = new OperandDraft();
  for (const { field, mode, value, cause } of operand.baseline) {
    const landed = value(configured);
    if (mode === 'set') draft.write(field.split('.'), landed, () => cause);
    else if (typeof landed === 'string') draft.append(field.split('.'), landed, cause);
  }
  for (const { setting, landing } of landings.get(operand) ?? []) {
    const resolved = resolution.get(setting.name);
    if (landing.kind === 'field' && resolved)
      landing.land(resolved, contextFor(setting, resolution, configured), draft);
  }
  const finished = draft.finish(operand.listOrder);
  return {
    operand,
    manifest: identified(operand, finished.manifest, { configured, owner }),
    get causes() {
      return finished.causes;
    },
  };
}

interface Identity {
  readonly configured: Configured;
  readonly owner: Owner;
}

/** Adds what makes the fields an object: kind, name, labels, owner. */
function identified(operand: Operand, fields: JsonObject, { configured, owner }: Identity): JsonObject {
  const { metadata, ...rest } = fields;
  const annotations = { ...operand.annotations, ...annotationsOf(metadata) };
  return {
    apiVersion: apiVersionOf(operand),
    kind: operand.kind,
    metadata: {
      name: operand.name(owner.name),
      ...(operand.namespaced ? { namespace: operand.namespace ?? owner.namespace } : {}),
      labels: { ...commonLabels(operand.component, configured), ...operand.extraLabels },
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...(operand.owned ? ownedBy(owner) : {}),
    },
    ...rest,
  };
}

function annotationsOf(metadata: unknown): Readonly<Record<string, string>> {
  const { annotations = {} } = (metadata ?? {}) as { annotations?: Record<string, string> };
  return annotations;
}

/** Nothing where the uid is unknown: an API server takes no reference without one. */
function ownedBy({ name, uid }: Owner): JsonObject {
  if (uid === undefined) return {};
  const reference = { ...hyperConvergedType, name, uid, controller: true, blockOwnerDeletion: true };
  return { ownerReferences: [reference] };
}
