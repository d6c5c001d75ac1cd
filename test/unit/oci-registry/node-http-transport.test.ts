import { afterEach, expect, it } from 'vitest';
import { startImageRegistry } from '../../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { readBody } from '../../../packages/oci-registry/src/requests/read-body.ts';
import { nodeHttpTransport } from '../../../packages/oci-registry/src/transport/node-http-transport.ts';

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of opened.splice(0)) await end();
});

it('trusts as each request says, whatever was trusted on a connection before', async () => {
  const registry = await startImageRegistry({ tls: true });
  const transport = nodeHttpTransport();
  opened.push(
    () => transport.close(),
    () => registry.stop(),
  );
  const status = async (ca: string | undefined, insecure: boolean) => {
    try {
      const { signal } = new AbortController();
      const url = new URL(`${registry.url}/v2/`);
      const trust = { ca, insecure };
      const request = { method: 'GET', url, registry: url.host, headers: {}, body: undefined, trust, signal };
      const answer = await transport.send(request);
      await readBody(answer.body, 1_000);
      return answer.status;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    }
  };
  const untrusted = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
  expect(await status(undefined, true)).toBe(200);
  expect(await status(undefined, false)).toBe(untrusted);
  expect(await status(registry.caCertificate, false)).toBe(200);
  expect(await status(undefined, false)).toBe(untrusted);
  expect(await status((await startOther()).caCertificate, false)).not.toBe(200);
});

async function startOther() {
  const other = await startImageRegistry({ tls: true });
  opened.push(() => other.stop());
  return other;
}
