import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { layeringKinds } from '../../../operator/layering/layering-kinds.ts';
import { parseSnapshotFile } from '../../../snapshot/parse-snapshot-file.ts';
import type { Snapshot } from '../../../snapshot/snapshot.ts';
import { fitFolder } from './fit-folder.ts';
import { GatherFolder } from './gather-folder.ts';
import { readTail } from './read-tail.ts';

test('the largest is cut first, and what is left tells so', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'archipelago-fit-test-'));
  try {
    const folder = await GatherFolder.make(join(parent, 'x'));
    const snapshot: Snapshot = {
      ...{ takenAt: 0, server: 'v1', masked: false },
      parts: [{ resource: layeringKinds.pods, reading: { state: 'read', objects: [] } }],
    };
    const lines = (count: number) => '0123456789abcde\n'.repeat(count);
    for (const [path, text] of [
      ['snapshot/pods.v1.json', lines(70_000)],
      ['snapshot/snapshot.json', '{}'],
      ['logs/a/b.log', lines(50_000)],
      ['plan.txt', 'small'],
    ] as const)
      await folder.write({ path, text });
    const told = await fitFolder(folder, snapshot, 500_000);
    expect(told).toEqual([
      expect.stringMatching(/^snapshot\/pods\.v1\.json was left out: it had 1\.1 MiB/),
      expect.stringMatching(/^logs\/a\/b\.log has only its last 128 KiB/),
    ]);
    const sizes = await folder.sizes();
    expect([...sizes.keys()].sort()).toEqual(['logs/a/b.log', 'plan.txt', 'snapshot/snapshot.json']);
    expect([...sizes.values()].reduce((a, b) => a + b)).toBeLessThan(500_000);
    const parsed = parseSnapshotFile(parseJson(await folder.read('snapshot/snapshot.json')));
    expect(parsed).toMatchObject({ file: { kinds: [{ reading: { state: 'failed', code: 413 } }] } });
    expect(await fitFolder(folder, snapshot, 500_000)).toEqual([]);
    await expect(folder.write({ path: 'logs/../../x', text: '' })).rejects.toThrow('cannot be the name');
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});

async function* chunks(...texts: readonly string[]) {
  yield* texts;
}

test('a log is read from its end, in time', async () => {
  const bounds = { bytes: 10, patienceMs: 5_000 };
  const lines = Array.from({ length: 100 }, (_, index) => `l${index}\n`);
  expect(await readTail(chunks(...lines), bounds)).toEqual({ text: 'l98\nl99\n', isWhole: true });
  expect(await readTail(chunks('a\n', 'b'), bounds)).toEqual({ text: 'a\nb', isWhole: true });
  const key = 'hunter2\n-----END PRIVATE KEY-----\nafter';
  expect((await readTail(chunks(key), { ...bounds, bytes: 100 })).text).not.toContain('hunter2');
  async function* stuck() {
    yield 'begun\n';
    await new Promise(() => undefined);
  }
  expect(await readTail(stuck(), { bytes: 10, patienceMs: 1 })).toEqual({ text: 'begun\n', isWhole: false });
});
