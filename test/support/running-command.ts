import { type Connection, createKubernetesClient, nodeTransport } from '@archipelago/kube-client';
import { parse } from 'yaml';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { processIo } from '../../packages/archipelago/src/cli/process/process-io.ts';
import type { Stop } from '../../packages/archipelago/src/cli/process/stop-signal.ts';

/** What a command has said so far. */
interface Recorded extends Io {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when standard output has it. */
  readonly said: (text: string) => Promise<void>;
}

/** Keeps what a command says. */
export function recordingIo(): Recorded {
  const written = { out: '', err: '' };
  const waiting: { text: string; resolve: () => void }[] = [];
  return {
    ...processIo(),
    color: false,
    out: (text) => {
      written.out += text;
      for (const wait of waiting.filter(({ text }) => written.out.includes(text))) wait.resolve();
    },
    err: (text) => {
      written.err += text;
    },
    stdout: () => written.out,
    stderr: () => written.err,
    said: (text) => new Promise((resolve) => waiting.push({ text, resolve })),
  };
}

/** Ends a command as Ctrl-C does. */
export function stopByHand(): Stop & { abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, dispose: () => undefined, abort: () => controller.abort() };
}

/** As the kubeconfig's user. */
export function clientOf(kubeconfig: string) {
  const { clusters, users } = parse(kubeconfig);
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
  const material = {
    headers: { authorization: `Bearer ${users[0].user.token}` },
    tls: { ca: Buffer.from(ca, 'base64').toString(), insecure: false },
  };
  const connection: Connection = {
    server: new URL(server),
    namespace: 'default',
    material: async () => material,
    refused: () => false,
  };
  return createKubernetesClient({ transport: nodeTransport(connection), deadlineMs: 2000 });
}
