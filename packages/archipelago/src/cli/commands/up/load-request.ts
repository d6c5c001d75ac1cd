import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type JsonObject, type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { hyperConvergedName, hyperConvergedType } from '../../../api/hyper-converged-kind.ts';
import type { Inputs } from '../../../cluster-facts/inputs.ts';
import { nodeFacts, standardInputs } from '../../../cluster-facts/standard-cluster.ts';
import { admit } from '../../../config/admit.ts';
import { loadEngines } from '../../../config/load-engines.ts';
import { loadHyperConverged } from '../../input/load-input.ts';
import { report, unknownField } from '../../input/report.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { planNodes } from '../sandbox/plan-nodes.ts';
import type { SandboxPlan } from '../sandbox/sandbox-options.ts';

/** The HyperConverged that `up` creates. */
export interface UpRequest {
  readonly file: string;
  readonly object: KubernetesObject;
  /** Somebody has named the file. */
  readonly isChosen: boolean;
}

/**
 * Reads the HyperConverged (the example when no file is named) and checks it as `validate` does, before any
 * cluster is started. Undefined when it is refused: the reasons are on standard error.
 */
export async function loadRequest(
  file: string | undefined,
  plan: SandboxPlan,
  io: Io,
): Promise<UpRequest | undefined> {
  const source = await loadSource(file, plan, io);
  const { object } = source.manifest;
  const engines = await loadEngines(object);
  const verdict = admit(
    { operation: 'create', object, oldObject: undefined, inputs: inputsOf(plan) },
    engines,
  );
  const unknown = verdict.unknownFields.map((field) => unknownField(field, 'warning'));
  report([...verdict.findings, ...unknown], source, io);
  if (!verdict.allowed) return undefined;
  return {
    file: source.file,
    isChosen: file !== undefined,
    object: inNamespace(object, plan.operatorNamespace),
  };
}

function loadSource(file: string | undefined, { scenario }: SandboxPlan, io: Io) {
  if (scenario === undefined) return loadHyperConverged(file ?? exampleFile(), io);
  const metadata = { name: hyperConvergedName };
  const text = JSON.stringify({ ...hyperConvergedType, metadata, spec: scenario.spec ?? {} });
  return loadHyperConverged(`scenario ${scenario.name}`, { ...io, read: async () => text });
}

/** What the sandbox is going to be. */
function inputsOf(plan: SandboxPlan): Inputs {
  const { platform, operatorNamespace } = plan;
  const nodes = planNodes(plan, '').map(({ metadata }) => {
    const labels = metadata.labels ?? {};
    return { ...nodeFacts(metadata.name, labels['kubernetes.io/arch'], []), labels };
  });
  const { facts, deployment, memory } = standardInputs;
  return {
    facts: { ...facts, platform, nodes },
    deployment: { ...deployment, operatorNamespace },
    memory,
  };
}

/** A manifest without a namespace goes to the operator's. */
function inNamespace({ metadata, ...rest }: JsonObject, namespace: string): KubernetesObject {
  return {
    ...rest,
    ...hyperConvergedType,
    metadata: { name: hyperConvergedName, namespace, ...objectAt(metadata) },
  };
}

/** Beside the bundle's folder, or where the sources are. */
function exampleFile(): string {
  const name = 'examples/heterogeneous.yaml';
  const found = ['../', '../../../../../../']
    .map((up) => fileURLToPath(new URL(`${up}${name}`, import.meta.url)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new UsageError(`${name} is not installed; name a HyperConverged with -f`);
  return found;
}
