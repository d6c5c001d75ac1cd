import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isKubernetesObject, type JsonObject, listAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { createWorld } from '../suites/operator-world.ts';
import { run } from './run-command.test-support.ts';

// Other kinds are applied elsewhere: what upstream's documents show (examples/upstream) by the walkthroughs, those of layering by
// layering-api.test.ts, nodes and virtual machines by console-documents.test.ts.
const examples = readdirSync('examples').filter((file) => file.endsWith('.yaml'));
const files = Object.fromEntries(
  examples.map((file) => [file, readFileSync(join('examples', file), 'utf8')]),
);
const hyperConvergeds = examples.filter((file) => /^kind: HyperConverged$/m.test(files[file] ?? ''));

it('are all there', () => {
  expect(hyperConvergeds).toEqual(['heterogeneous.yaml', 'minimal.yaml']);
  expect(examples.length).toBe(7);
});

it.each(hyperConvergeds)('%s is accepted without a warning, and comes to operands', async (file) => {
  const validated = await run(['validate', '-f', file, '-o', 'json'], files);
  expect(JSON.parse(validated.out)).toMatchObject({ allowed: true, warnings: [] });
  const rendered = await run(['render', '-f', file, '-o', 'json'], files);
  expect([rendered.code, JSON.parse(rendered.out).items.length > 2]).toEqual([0, true]);
});

const clusters: Readonly<Record<string, JsonObject>> = {
  'plain Kubernetes': { nodes: [{ name: 'a', arch: 'amd64' }] },
  OpenShift: { openshift: true, nodes: [{ name: 'a', arch: 'arm64' }] },
};

async function renderedOf(
  file: string,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly unknown[]> {
  const { out, code, err } = await run(['render', '-f', file, '--cluster', 'cluster', '-o', 'json'], {
    ...files,
    ...given,
  });
  expect(code, err).toBe(0);
  return listAt(JSON.parse(out), 'items');
}

describe.each(Object.entries(clusters))('a server of %s applies what is rendered of', (_, cluster) => {
  it.each(hyperConvergeds)('%s', async (file) => {
    const world = await createWorld(cluster);
    try {
      for (const body of await renderedOf(file, { cluster })) {
        if (!isKubernetesObject(body)) throw new Error('no object');
        const { kind, metadata } = body;
        const operand = operands.find((each) => each.kind === kind);
        if (operand === undefined) throw new Error(`${kind} is no operand`);
        const applied = world.client.patch(
          operand,
          metadata,
          { type: 'apply', body },
          { fieldManager: 'kubectl' },
        );
        expect(await applied, kind).toMatchObject({ ok: true });
      }
    } finally {
      await world.stop();
    }
  });
});

it.each([
  ['nobody where the HyperConverged has no uid', '', []],
  ['the HyperConverged where its uid is known', '\n  uid: "4711"', [{ kind: 'HyperConverged', uid: '4711' }]],
])('the owner of operands is %s', async (_, uid, owners) => {
  const stored = files['minimal.yaml']?.replace('metadata:', `metadata:${uid}`);
  const rendered = await renderedOf('stored', { stored, cluster: {} });
  const said = rendered.filter(isKubernetesObject).flatMap(({ metadata }) => metadata.ownerReferences ?? []);
  expect(said).toMatchObject(owners);
});
