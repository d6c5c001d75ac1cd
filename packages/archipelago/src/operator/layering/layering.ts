import type { Clock, KubernetesObject } from '@archipelago/apimachinery';
import { type KubernetesClient, mirroredWriter } from '@archipelago/kube-client';
import { type Outcome, parseMirrorSets } from '@archipelago/oci-registry';
import type { Finding } from '../../api/finding.ts';
import { Controller } from '../../engine/controller.ts';
import type { PassObserver } from '../../engine/pass-observer.ts';
import type { Action } from '../../engine/plan/action.ts';
import type { Tracing } from '../../engine/tracing.ts';
import type { Done } from '../../engine/verdict.ts';
import type { MetricValues } from '../../observability/metric-values.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import { definitionName } from '../mirror/cluster-resources.ts';
import type { ImporterMode } from '../options/golden-image-choices.ts';
import type { LayeringChoices } from '../options/layering-choices.ts';
import { manifestsCommand } from '../rights/manifests-command.ts';
import { layeringInstallation } from '../rights/permission.ts';
import type { WebhookAuthority } from '../rights/webhook-authority.ts';
import { accessFrom } from './access-from.ts';
import { createAskRegistry } from './ask-registry.ts';
import { layeringDeployment } from './layering-deployment.ts';
import { poolOf, showLayering } from './layering-metrics.ts';
import { LayeringMirror } from './layering-mirror.ts';
import { layeringPace } from './layering-pace.ts';
import { LayeringPass } from './layering-pass.ts';
import { type AskOutside, OutsideAnswers } from './outside-answers.ts';
import { createReadLog } from './read-log.ts';
import { RolloutPass } from './rollout-pass.ts';
import { RolloutProgress } from './rollout-progress.ts';

interface LayeringOptions {
  readonly client: KubernetesClient;
  readonly mirror: ClusterMirror;
  readonly choices: LayeringChoices;
  /** The operator's own. */
  readonly namespace: string;
  /** Who imports golden images. */
  readonly importer: ImporterMode;
  readonly webhook: WebhookAuthority | undefined;
  /** Whether the doctor is asked. */
  readonly doctor?: boolean | undefined;
  readonly clock: Clock;
  readonly tracing?: Tracing | undefined;
  /** Whether this process may act now: by its clock, not by what it was told. */
  readonly isLeading: () => boolean;
  readonly onAction: (action: Action) => void;
  readonly onFinding: (config: KubernetesObject | undefined, finding: Finding, of?: 'rollout') => void;
  readonly onProblem: (message: string, of?: 'rollout') => void;
  /** A step of a node's update, or an eviction, and what became of it. */
  readonly onRollout: (done: Done) => void;
  /** A build has changed; `before` is how it was. */
  readonly onBuild: (build: KubernetesObject, before: KubernetesObject) => void;
  /** What came of a question to a registry. */
  readonly onAsked: (outcome: Outcome<unknown>['kind']) => void;
  readonly observer: PassObserver | undefined;
}

/** On-cluster layering: images of pools with nodes of several architectures. */
export class Layering {
  readonly #answers: OutsideAnswers;
  readonly #mirror: LayeringMirror;
  readonly #pass: LayeringPass;
  readonly #controller: Controller;
  readonly #progress = new RolloutProgress();
  /** Of its own: a node that takes its time holds up no build. Undefined: somebody else rolls images out. */
  readonly #rollout: Controller | undefined;

  constructor(options: LayeringOptions) {
    const { client, mirror, choices, clock } = options;
    const { namespace } = choices;
    this.#answers = new OutsideAnswers({
      ask: askOutside(options),
      clock,
      onAnswer: () => this.#controller.look(),
    });
    this.#mirror = new LayeringMirror({
      follow: mirror.mirrors.follow,
      nodes: mirror.nodeInformer(),
      namespace,
      command: () => commandFor(options),
      isOurs: (kind) => mirror.isOurs(definitionName(kind)),
      onChange: () => this.look(),
      onBuild: options.onBuild,
    });
    this.#pass = new LayeringPass({
      client: mirroredWriter(client, mirror.mirrors),
      clock,
      mirror: this.#mirror,
      answers: this.#answers,
      deployment: layeringDeployment(options),
      onDone: options.onAction,
      onFinding: (about, finding) => options.onFinding(about, finding),
      onProblem: (message) => options.onProblem(message),
    });
    this.#controller = new Controller({
      name: 'layering',
      clock,
      tracing: options.tracing,
      pace: layeringPace,
      pass: (signal, planned) => this.#pass.run(signal, planned),
      onProblem: (message) => options.onProblem(message),
      observer: options.observer,
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
  show(metrics: MetricValues, isLeading: boolean, now: number): void {
    const observed = this.#mirror.observed();
    const groups = isLeading ? this.#mirror.groups() : [];
    const builds = groups.flatMap((group) => observed(group).builds);
    showLayering(metrics, { configs: this.#configs(groups), builds, progress: this.#progress, now });
  }

  /** The pool of a config. */
  poolOf(name: string): string {
    return poolOf(this.#configs(this.#mirror.groups()).find(({ metadata }) => metadata.name === name));
  }

  #configs(groups: ReturnType<LayeringMirror['groups']>): readonly KubernetesObject[] {
    return groups.flatMap((group) => this.#mirror.configs(group));
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

function askOutside(options: LayeringOptions): AskOutside {
  const { client, mirror, choices, clock, isLeading } = options;
  const { session, access, rules, namespace } = choices;
  const now = () => clock.now();
  const ask = createAskRegistry({
    session,
    accessFor: accessFrom({ client, namespace, access }),
    rules: () => [...rules, ...parseMirrorSets(mirror.imageMirrorSets())],
    mayDelete: isLeading,
    now,
    onAsked: options.onAsked,
  });
  const readLog = createReadLog({ client, now, command: () => commandFor(options) });
  return (question, signal) => (question.kind === 'log' ? readLog(question, signal) : ask(question, signal));
}

function commandFor({ namespace, importer, mirror, choices, webhook, doctor }: LayeringOptions): string {
  const installation = { namespace, importer, platform: mirror.platform(), webhook, doctor };
  return manifestsCommand({ ...installation, ...layeringInstallation(choices) });
}

function rolloutController(options: LayeringOptions, layered: LayeringMirror): Controller {
  const { client, mirror, clock } = options;
  const writer = mirroredWriter(client, mirror.mirrors);
  const onProblem = (message: string) => options.onProblem(`rollout: ${message}`, 'rollout');
  const pass = new RolloutPass({
    writer: { ...writer, evict: (name, call) => client.evict(name, call) },
    client,
    clock,
    mirror: layered,
    deployment: layeringDeployment(options),
    isOurs: () => mirror.platform() !== 'openshift',
    onDone: options.onRollout,
    onFinding: (about, finding) => options.onFinding(about, finding, 'rollout'),
    onProblem,
  });
  return new Controller({
    name: 'rollout',
    clock,
    tracing: options.tracing,
    pace: layeringPace,
    pass: (signal, planned) => pass.run(signal, planned),
    onProblem: (message) => options.onProblem(message, 'rollout'),
    observer: options.observer,
  });
}
