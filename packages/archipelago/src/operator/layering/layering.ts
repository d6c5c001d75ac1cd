import { type Clock, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { ApiConnectionError, type KubernetesClient } from '@archipelago/kube-client';
import {
  type Outcome,
  parseDockerConfig,
  parseMirrorSets,
  type RegistryAccess,
  succeeded,
} from '@archipelago/oci-registry';
import type { Finding } from '../../api/finding.ts';
import { Controller } from '../../engine/controller.ts';
import { mirroredWriter } from '../../engine/mirrored-writer.ts';
import type { Action } from '../../engine/plan/action.ts';
import type { Done } from '../../engine/verdict.ts';
import { loginTypes, makeLogin } from '../../layering/build-plan/login-problem.ts';
import type { MetricValues } from '../../observability/metric-values.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import { definitionName } from '../mirror/cluster-resources.ts';
import type { ImporterMode } from '../options/golden-image-choices.ts';
import type { LayeringChoices } from '../options/layering-choices.ts';
import { manifestsCommand } from '../rights/manifests-command.ts';
import { layeringInstallation } from '../rights/permission.ts';
import { createAskRegistry } from './ask-registry.ts';
import { layeringDeployment } from './layering-deployment.ts';
import { layeringKinds } from './layering-kinds.ts';
import { showLayering } from './layering-metrics.ts';
import { LayeringMirror } from './layering-mirror.ts';
import { layeringPace } from './layering-pace.ts';
import { LayeringPass } from './layering-pass.ts';
import { RegistryAnswers } from './registry-answers.ts';
import { RolloutPass } from './rollout-pass.ts';

interface LayeringOptions {
  readonly client: KubernetesClient;
  readonly mirror: ClusterMirror;
  readonly choices: LayeringChoices;
  /** The operator's own. */
  readonly namespace: string;
  /** Who imports golden images. */
  readonly importer: ImporterMode;
  readonly clock: Clock;
  readonly onAction: (action: Action) => void;
  readonly onFinding: (config: KubernetesObject | undefined, finding: Finding) => void;
  readonly onProblem: (message: string) => void;
  /** A step of a node's update, or an eviction, and what became of it. */
  readonly onRollout: (done: Done) => void;
}

/** On-cluster layering: images of pools with nodes of several architectures. */
export class Layering {
  readonly #answers: RegistryAnswers;
  readonly #mirror: LayeringMirror;
  readonly #pass: LayeringPass;
  readonly #controller: Controller;
  /** Of its own: a node that takes its time holds up no build. Undefined: somebody else rolls images out. */
  readonly #rollout: Controller | undefined;

  constructor(options: LayeringOptions) {
    const { client, mirror, choices, clock } = options;
    const { session, access, namespace } = choices;
    const ask = createAskRegistry({
      session,
      accessFor: accessFrom({ client, namespace, access }),
      rules: () => [...choices.rules, ...parseMirrorSets(mirror.imageMirrorSets())],
      now: () => clock.now(),
    });
    this.#answers = new RegistryAnswers({ ask, clock, onAnswer: () => this.#controller.look() });
    this.#mirror = new LayeringMirror({
      follow: mirror.mirrors.follow,
      nodes: mirror.nodeInformer(),
      namespace,
      command: () => commandFor(options),
      isOurs: (kind) => mirror.isOurs(definitionName(kind)),
      onChange: () => this.look(),
    });
    this.#pass = new LayeringPass({
      client: mirroredWriter(client, mirror.mirrors),
      clock,
      mirror: this.#mirror,
      answers: this.#answers,
      deployment: layeringDeployment(options),
      onDone: options.onAction,
      onFinding: options.onFinding,
      onProblem: options.onProblem,
    });
    this.#controller = new Controller({
      name: 'layering',
      clock,
      pace: layeringPace,
      pass: (signal, planned) => this.#pass.run(signal, planned),
      onProblem: options.onProblem,
    });
    this.#rollout = choices.rollout === true ? rolloutController(options, this.#mirror) : undefined;
  }

  /** Begins to read. */
  start(): void {
    this.#mirror.start();
  }

  /** A kind may be served now that was not. */
  look(): void {
    this.#controller.look();
    this.#rollout?.look();
  }

  /** Brings its gauges up to date; one process of several shows them. */
  show(metrics: MetricValues, isLeading: boolean): void {
    const observed = this.#mirror.observed();
    const groups = isLeading ? this.#mirror.groups() : [];
    showLayering(metrics, {
      configs: groups.flatMap((group) => this.#mirror.configs(group)),
      builds: groups.flatMap((group) => observed(group).builds),
    });
  }

  /** Acts while `signal` is not aborted. */
  follow(signal: AbortSignal): void {
    signal.addEventListener('abort', () => void this.#answers.leave(), { once: true });
    this.#pass.begin();
    this.#controller.lead(signal);
    this.#rollout?.lead(signal);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#answers.leave(), this.#controller.stop(), this.#rollout?.stop()]);
  }
}

function commandFor({ namespace, importer, mirror, choices }: LayeringOptions): string {
  const installation = { namespace, importer, platform: mirror.platform() };
  return manifestsCommand({ ...installation, ...layeringInstallation(choices) });
}

function rolloutController(options: LayeringOptions, layered: LayeringMirror): Controller {
  const { client, mirror, clock } = options;
  const writer = mirroredWriter(client, mirror.mirrors);
  const pass = new RolloutPass({
    writer: { ...writer, evict: (name, call) => client.evict(name, call) },
    client,
    clock,
    mirror: layered,
    deployment: layeringDeployment(options),
    isOurs: () => mirror.platform() !== 'openshift',
    onDone: options.onRollout,
    onFinding: options.onFinding,
    onProblem: (message) => options.onProblem(`rollout: ${message}`),
  });
  return new Controller({
    name: 'rollout',
    clock,
    pace: layeringPace,
    pass: (signal, planned) => pass.run(signal, planned),
    onProblem: options.onProblem,
  });
}

interface AccessOptions {
  readonly client: Pick<KubernetesClient, 'get'>;
  readonly namespace: string;
  readonly access: RegistryAccess;
}

/** Secrets are read each time: they may have been renewed. */
export function accessFrom({ client, namespace, access }: AccessOptions) {
  return async (
    secret: string | undefined,
    registry: string,
    signal: AbortSignal,
  ): Promise<Outcome<RegistryAccess>> => {
    if (secret === undefined) return succeeded(access);
    const asked = `Secret ${namespace}/${secret}`;
    const unread = (reason: string, fix: string) =>
      ({ kind: 'unauthorized', host: registry, asked, reason, fix }) as const;
    try {
      const found = await client.get(layeringKinds.secrets, { namespace, name: secret }, { signal });
      if (!found.ok && found.status.code === 404)
        return unread('it does not exist', 'create it, or correct the name in the MachineOSConfig');
      if (!found.ok) return unread(found.status.message, 'let the operator read secrets of this namespace');
      const type = textAt(found.value, 'type');
      const key = loginTypes.get(type);
      if (key === undefined)
        return unread(`it is of type ${type || 'none'}, and no login for a registry`, makeLogin);
      const text = Buffer.from(textAt(found.value, 'data', key), 'base64').toString('utf8');
      const parsed = parseDockerConfig(text, `${asked}: ${key}`);
      if (parsed.kind === 'refused') return unread(`${parsed.field} ${parsed.reason}`, parsed.fix);
      return succeeded({ ...access, credentials: [...parsed.value, ...access.credentials] });
    } catch (error) {
      if (!(error instanceof ApiConnectionError)) throw error;
      return { kind: 'unreachable', host: registry, asked, reason: error.message, fix: 'wait' };
    }
  };
}
