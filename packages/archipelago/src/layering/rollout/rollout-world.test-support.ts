import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue, KubernetesObject } from '@archipelago/apimachinery';
import type { Action } from '../../engine/plan/action.ts';
import { names, ownGroup } from '../api/layering-names.ts';
import type { RolloutSettings } from '../api/machine-os-config.ts';
import { parseMachineOsConfig } from '../api/parse-machine-os-config.ts';
import { currentImage, desiredImage, nodeRolloutOf, type RolloutStep } from '../build-plan/node-rollout.ts';
import type { ObservedBuild } from '../build-plan/observed-build.ts';
import type { NodePods } from './drain-pods.ts';
import { planRollout } from './plan-rollout.ts';
import type { RolloutInput, RolloutPlan } from './rollout-plan.ts';

const sha = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const pullSpecOf = (digest: string) => `registry.example.com/os/edge@${digest}`;

interface NodeOptions {
  readonly architecture?: string;
  readonly image?: string;
  readonly agent?: string | null;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ready?: boolean;
  readonly cordoned?: boolean;
}

const usualNode: Required<NodeOptions> = {
  architecture: 'amd64',
  image: 'old',
  agent: 'v1',
  labels: {},
  annotations: {},
  ready: true,
  cordoned: false,
};

/** Nodes with their agents, their pods and a budget; what a plan says is done at once. */
export class RolloutWorld {
  now = Date.parse('2026-11-22T10:00:00Z');
  readonly nodes = new Map<string, KubernetesObject>();
  readonly pods = new Map<string, KubernetesObject>();
  readonly builds = new Map<string, ObservedBuild>();
  readonly looks = new Map<string, NodePods>();
  current = '';
  settings: Partial<RolloutSettings> = {};
  pool: KubernetesObject | undefined;
  /** Agents of these say that they have failed. */
  readonly failing = new Set<string>();
  /** Pods, by `namespace/name`, that a budget keeps. */
  readonly kept = new Set<string>();
  /** What happened, in order. */
  readonly log: string[] = [];

  /** An image: its children by architecture. */
  image(name: string, children: Readonly<Record<string, string>>): void {
    const entries = Object.entries(children).map(([architecture, child]) => ({
      architecture,
      digest: sha(child),
    }));
    const index = { digest: sha(name), pullSpec: pullSpecOf(sha(name)), entries };
    const build = { name, status: { phase: 'Succeeded', index } } as unknown as ObservedBuild;
    this.builds.set(name, build);
  }

  node(name: string, options: NodeOptions = {}): void {
    const { architecture, image, agent, labels, annotations, ready, cordoned } = { ...usualNode, ...options };
    this.nodes.set(name, {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels,
        annotations: {
          ...(image === '' ? {} : { [currentImage]: pullSpecOf(sha(image)) }),
          ...(agent === null ? {} : { [names.agent]: agent }),
          ...annotations,
        },
      },
      spec: cordoned ? { unschedulable: true } : {},
      status: {
        nodeInfo: { architecture },
        conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
      },
    });
  }

  pod(node: string, name: string, more: JsonObject = {}): void {
    const ownerReferences = [
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', controller: true },
    ];
    const pod = merged(
      { metadata: { name, namespace: 'default', ownerReferences }, spec: { nodeName: node } },
      { apiVersion: 'v1', kind: 'Pod', ...more },
    );
    this.pods.set(`default/${name}`, pod as unknown as KubernetesObject);
  }

  edit(name: string, patch: JsonObject): void {
    const node = this.nodes.get(name);
    if (node !== undefined)
      this.nodes.set(name, merged(node as unknown as JsonObject, patch) as unknown as KubernetesObject);
  }

  annotations(name: string): Readonly<Record<string, string>> {
    return this.nodes.get(name)?.metadata.annotations ?? {};
  }

  step(name: string): string {
    return this.annotations(name)[names.rolloutStep]?.split('/')[0] ?? '';
  }

  isCordoned(name: string): boolean {
    return nodeRolloutOf(this.nodes.get(name) as KubernetesObject).isCordoned;
  }

  input(): RolloutInput {
    const config = parseMachineOsConfig({
      apiVersion: `${ownGroup}/v1`,
      kind: 'MachineOSConfig',
      metadata: { name: 'edge' },
      spec: {
        nodeSelector: { pool: 'edge' },
        imageBuilder: { imageBuilderType: 'Job' },
        baseImage: 'registry.example.com/base:1',
        renderedImagePushSecret: { name: 'push' },
        renderedImagePushSpec: 'registry.example.com/os/edge:latest',
        rollout: this.settings,
      },
    } as unknown as KubernetesObject);
    const current = this.builds.get(this.current);
    if (!config.ok || current === undefined) throw new Error('no config or no image');
    const nodes = [...this.nodes.values()];
    return {
      config: config.config,
      pool: this.pool,
      nodes,
      allNodes: nodes,
      contested: new Set(),
      current,
      builds: [...this.builds.values()],
      pods: this.looks,
      now: this.now,
    };
  }

  /** Plans, looks up what is asked for, plans again and does it. True: something was done. */
  act(): boolean {
    for (const { id } of planRollout(this.input()).questions) this.#lookAt(id);
    const plan = planRollout(this.input());
    for (const [name, look] of this.looks) this.looks.set(name, { ...look, isUsed: true });
    for (const action of plan.actions) this.apply(action, plan);
    return plan.actions.length > 0;
  }

  #lookAt(node: string): void {
    const pods = [...this.pods.values()].filter((pod) => specOf(pod).nodeName === node);
    const refusals = new Map([...this.kept].map((key) => [key, 'it would violate the budget']));
    this.looks.set(node, { askedAt: this.now, pods, isUsed: false, refusals });
  }

  apply(action: Action, plan: RolloutPlan): void {
    if (action.kind === 'evict') {
      const key = `${action.object.namespace}/${action.object.name}`;
      this.log.push(`evict ${action.object.name}${this.kept.has(key) ? ': no' : ''}`);
      if (!this.kept.has(key)) this.pods.delete(key);
      return;
    }
    if (action.kind !== 'patch') throw new Error(`a rollout does not ${action.kind}`);
    this.log.push(`${plan.news.get(action)?.reason} ${action.object.name}`);
    this.edit(action.object.name, action.patch);
  }

  /** What the agent of a node does next. True: it did something. */
  agent(name: string): boolean {
    const node = this.nodes.get(name);
    if (node === undefined) return false;
    const { step, answer, agent, isReady } = nodeRolloutOf(node);
    if (agent !== 'known' || !isReady || !isForAgent(step)) return false;
    const said = answer?.id === step.id ? answer.state : undefined;
    if (said !== undefined && said !== 'Applying') return false;
    this.#answer(name, step.id, this.failing.has(name) ? 'Failed' : nextAnswer(step.name, said));
    return true;
  }

  #answer(name: string, step: string, state: string): void {
    const more = {
      Failed: { [names.agentReason]: 'no space left on device' },
      Done: { [currentImage]: this.annotations(name)[desiredImage] ?? '' },
    }[state];
    this.edit(name, { metadata: { annotations: { [names.agentAnswer]: `${state} ${step}`, ...more } } });
  }

  /** Until nothing happens any more, without time. */
  settle(): this {
    for (let round = 0; round < 200; round += 1) {
      const acted = this.act();
      const agents = [...this.nodes.keys()].map((name) => this.agent(name));
      if (!acted && !agents.includes(true)) return this;
    }
    throw new Error(`does not settle: ${this.log.slice(-20).join(', ')}`);
  }

  pass(seconds: number): this {
    this.now += seconds * 1000;
    return this;
  }

  /** Time and again, as long as it takes. */
  through(seconds: number): this {
    for (let passed = 0; passed < seconds; passed += 30) this.pass(30).settle();
    return this;
  }

  /** Nodes that are unavailable by our doing. */
  disturbed(): readonly string[] {
    return [...this.nodes.values()]
      .map(nodeRolloutOf)
      .filter(({ isCordonOurs, step }) => isCordonOurs || step?.name === 'Drain' || step?.name === 'Apply')
      .map(({ name }) => name);
  }
}

function isForAgent(step: RolloutStep | undefined): step is RolloutStep {
  return step?.name === 'Stage' || step?.name === 'Apply';
}

function nextAnswer(step: RolloutStep['name'], said: string | undefined): string {
  if (step === 'Stage') return 'Staged';
  return said === undefined ? 'Applying' : 'Done';
}

function specOf({ spec }: KubernetesObject): { readonly nodeName?: string } {
  return (spec ?? {}) as { readonly nodeName?: string };
}

function merged(live: JsonValue | undefined, patch: JsonObject): JsonObject {
  const result: { [key: string]: JsonValue | undefined } =
    typeof live === 'object' && live !== null && !Array.isArray(live) ? { ...(live as JsonObject) } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (typeof value === 'object' && !Array.isArray(value))
      result[key] = merged(result[key], value as JsonObject);
    else result[key] = value;
  }
  return result;
}
