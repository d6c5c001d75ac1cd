import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type JsonObject, type JsonValue, sleep, systemClock } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  KubeconfigError,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import { type Io, UsageError } from '../../process/io.ts';
import { stopOnSignals } from '../../process/stop-signal.ts';
import { type Backend, type HostPrograms, hostPrograms } from './host-programs.ts';
import { answered, type NodeAgentStep, nodeAgentStep } from './node-agent-step.ts';

/** The options of `node-agent`, as commander gives them. */
export interface NodeAgentOptions {
  readonly node: string;
  readonly repository: readonly string[];
  readonly backend: Backend;
  readonly hostRoot?: string;
  readonly apply?: boolean;
  readonly once?: boolean;
  readonly kubeconfig?: string;
  readonly context?: string;
}

const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false } as const;
const lookMs = 10_000;
const longestRunMs = 3_600_000;
const longestReason = 300;

/**
 * Keeps one node's side of a rollout. Without `--apply` it says what it would run, and writes nothing. 0: stopped, or looked once; 1:
 * with `--once`, something failed.
 */
export async function runNodeAgent(options: NodeAgentOptions, io: Io): Promise<number> {
  if (options.repository.length === 0)
    throw new UsageError('--repository: name at least one, host/path, whose images the node may boot');
  const client = await connect(options);
  const stop = stopOnSignals(() => undefined);
  const agent = new NodeAgent(options, { io, client });
  try {
    for (;;) {
      const problem = await agent.look().catch(textOf);
      if (problem !== undefined) io.err(`archipelago: node ${options.node}: ${problem}\n`);
      if (options.once === true) return problem === undefined ? 0 : 1;
      await sleep(systemClock, lookMs, stop.signal);
      if (stop.signal.aborted) return 0;
    }
  } finally {
    stop.dispose();
    client.close();
  }
}

async function connect({ kubeconfig, context }: NodeAgentOptions): Promise<KubernetesClient> {
  try {
    const connection = await loadConnection({ kubeconfig, context });
    return createKubernetesClient({
      transport: nodeTransport(connection),
      userAgent: 'archipelago-node-agent',
      fieldManager: 'archipelago-node-agent',
    });
  } catch (error) {
    if (error instanceof KubeconfigError) throw new UsageError(error.message);
    throw error;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface AgentMeans {
  readonly io: Io;
  readonly client: KubernetesClient;
}

class NodeAgent {
  readonly #options: NodeAgentOptions;
  readonly #means: AgentMeans;
  readonly #programs: HostPrograms;

  constructor(options: NodeAgentOptions, means: AgentMeans) {
    this.#options = options;
    this.#means = means;
    this.#programs = hostPrograms[options.backend];
  }

  /** One look at the Node and the machine, and what follows; a text: what is wrong. */
  async look(): Promise<string | undefined> {
    const { client } = this.#means;
    const found = await client.get(nodes, { name: this.#options.node });
    if (!found.ok) return found.status.message;
    const { annotations = {}, resourceVersion = '' } = found.value.metadata;
    const said: JsonValue = JSON.parse(await this.#run(this.#programs.status));
    const step = nodeAgentStep({
      annotations,
      booted: this.#programs.booted(said),
      staged: this.#programs.staged(said),
      bootId: (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim(),
      repositories: this.#options.repository,
    });
    return this.#options.apply === true ? this.#carryOut(step, resourceVersion) : this.#print(step);
  }

  #print(step: NodeAgentStep): undefined {
    const { io } = this.#means;
    const argv = this.#argvOf(step);
    if (step.do !== 'nothing') io.out(`would write ${JSON.stringify(step.annotations)}\n`);
    if (argv !== undefined) io.out(`would run ${JSON.stringify(this.#onHost(argv))}\n`);
    if (step.do === 'nothing') io.out('nothing to do\n');
  }

  #argvOf(step: NodeAgentStep): readonly string[] | undefined {
    if (step.do === 'stage') return this.#programs.stage(step.image);
    return step.do === 'reboot' ? this.#programs.reboot : undefined;
  }

  async #carryOut(step: NodeAgentStep, resourceVersion: string): Promise<string | undefined> {
    if (step.do === 'nothing') return undefined;
    const refusal = await this.#write(step.annotations, resourceVersion);
    const argv = this.#argvOf(step);
    if (refusal !== undefined || argv === undefined || step.do === 'write') return refusal;
    try {
      this.#means.io.out(`running ${JSON.stringify(this.#onHost(argv))}\n`);
      await this.#run(argv);
    } catch (error) {
      const reason = textOf(error).slice(0, longestReason);
      return (await this.#write(answered('Failed', step.step, reason))) ?? reason;
    }
    return step.do === 'stage' ? this.#write(answered('Staged', step.step)) : undefined;
  }

  /** Bound to the version that was read, where something is begun: a step that was taken back meanwhile is not. */
  async #write(annotations: JsonObject, resourceVersion?: string): Promise<string | undefined> {
    const version = resourceVersion === undefined ? {} : { resourceVersion };
    const body = { metadata: { annotations, ...version } };
    const written = await this.#means.client.patch(
      nodes,
      { name: this.#options.node },
      { type: 'merge', body },
    );
    return written.ok ? undefined : written.status.message;
  }

  #onHost(argv: readonly string[]): readonly string[] {
    const { hostRoot } = this.#options;
    return hostRoot === undefined ? argv : ['chroot', hostRoot, ...argv];
  }

  /** What it printed. Rejects with its last words. */
  #run(argv: readonly string[]): Promise<string> {
    const [program = '', ...rest] = this.#onHost(argv);
    const options = { timeout: longestRunMs, maxBuffer: 16 << 20, encoding: 'utf8' } as const;
    return new Promise((resolve, reject) => {
      execFile(program, rest, options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${program}: ${stderr.trim().split('\n').at(-1) || error.message}`));
      });
    });
  }
}
