import type { Sandbox } from './sandbox.ts';
import { type SandboxOptions, startSandbox } from './start-sandbox.ts';

/** A fixture of vitest: starts what a test uses, and ends it after the test. */
type Fixture = (
  context: { readonly task: unknown },
  use: (sandbox: Sandbox) => Promise<void>,
) => Promise<void>;

/**
 * A fresh cluster for each test that asks for it: `test.extend<{ sandbox: Sandbox }>({ sandbox: sandboxFixture() })`. Where
 * KUBEBUILDER_ASSETS names a folder with etcd and kube-apiserver, these are started, and the options, which are of the embedded
 * server, do not count, except `listen`.
 */
export function sandboxFixture(options: SandboxOptions = {}): Fixture {
  // vitest reads the text of this parameter, which must name what it takes of the context
  return async ({ task: _task }, use) => {
    const sandbox = await start(options);
    try {
      await use(sandbox);
    } finally {
      await sandbox.stop();
    }
  };
}

async function start(options: SandboxOptions): Promise<Sandbox> {
  const assets = process.env.KUBEBUILDER_ASSETS ?? '';
  if (assets === '') return startSandbox(options);
  const { startRealSandbox } = await import('./start-real-sandbox.ts');
  const { listen = 'loopback' } = options;
  return startRealSandbox({ assets, listen });
}
