import { describe, expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { objectKey } from '../config/framework/operand.ts';
import { operands } from '../config/operands.ts';
import type { Rendered } from '../config/render.ts';
import { identities } from './desired-objects.ts';
import type { Live } from './live.ts';
import { planUninstall } from './uninstall.ts';

const owner = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' };
const objects = identities(owner, standardInputs);
const before = operands
  .filter(({ kind }) => !['PriorityClass', 'KubeVirt', 'CDI'].includes(kind))
  .map(({ kind }) => kind);

/** A cluster in which everything of ours is there, and some kinds are otherwise. */
function clusterWith(other: Readonly<Record<string, Live>>): (key: string) => Live {
  return (key) => {
    const found = objects.find(({ manifest }) => objectKey(manifest) === key);
    return found === undefined ? gone : (other[found.operand.kind] ?? present(found));
  };
}

function present({ manifest }: Rendered): Live {
  return { state: 'present', object: manifest, foreignWriters: [] };
}

const gone: Live = { state: 'absent' };
const unknown: Live = { state: 'unknown' };
const forbidden: Live = { state: 'forbidden', message: 'User "operator" cannot list' };
const goingWithItsKind: Live = {
  state: 'notServed',
  definition: 'd',
  lack: 'is being deleted',
  remains: true,
};
const notServed: Live = { state: 'notServed', definition: 'd' };

function going(kind: string): Live {
  const found = objects.find(({ operand }) => operand.kind === kind);
  const metadata = { ...(found?.manifest.metadata as object), deletionTimestamp: '2026-01-01T00:00:00Z' };
  return { state: 'present', object: { ...found?.manifest, metadata }, foreignWriters: [] };
}

function namesake(kind: string): Live {
  const found = objects.find(({ operand }) => operand.kind === kind);
  const metadata = { ...(found?.manifest.metadata as object), labels: { app: 'somebody-elses' } };
  return { state: 'present', object: { ...found?.manifest, metadata }, foreignWriters: [] };
}

function all(kinds: readonly string[], live: Live): Readonly<Record<string, Live>> {
  return Object.fromEntries(kinds.map((kind) => [kind, live]));
}

/** What is done, as `verb Kind`. */
function uninstall(other: Readonly<Record<string, Live>>) {
  const { actions, done } = planUninstall(objects, clusterWith(other));
  return { actions: actions.map(({ verb, operand }) => `${verb} ${operand.kind}`), done };
}

const firstGone = all(before, gone);

describe('an uninstall', () => {
  it('begins with what builds on KubeVirt, and keeps the priority class to the end', () => {
    expect(uninstall({})).toEqual({ actions: before.map((kind) => `delete ${kind}`), done: false });
    expect(before.length).toBeGreaterThan(5);
  });

  it.each<[string, Readonly<Record<string, Live>>, readonly string[], boolean]>([
    ['the first wave is gone', firstGone, ['delete KubeVirt'], false],
    ['KubeVirt is gone, too', { ...firstGone, KubeVirt: gone }, ['delete CDI'], false],
    ['CDI is gone, too', { ...firstGone, KubeVirt: gone, CDI: gone }, [], true],
    ['kinds are not there at all', all([...before, 'KubeVirt', 'CDI'], notServed), [], true],
    ['only KubeVirt’s kind is not there', { ...firstGone, KubeVirt: notServed }, ['delete CDI'], false],
    ['namesakes are left', { ...all(before, gone), KubeVirt: namesake('KubeVirt'), CDI: gone }, [], true],
    [
      'a namesake of KubeVirt is left',
      { ...firstGone, KubeVirt: namesake('KubeVirt') },
      ['delete CDI'],
      false,
    ],
  ])('goes on when %s', (_, other, actions, done) => {
    expect(uninstall(other)).toEqual({ actions, done });
  });

  describe.each<[string, (kind: string) => Live, readonly string[]]>([
    ['is not read yet', () => unknown, []],
    ['goes with its kind', () => goingWithItsKind, []],
    ['is held by a finalizer', going, ['wait']],
    ['may not be read', () => forbidden, ['wait']],
  ])('while an object %s', (_, live, verbs) => {
    it.each(before)('begins no other wave: %s', (kind) => {
      const { actions, done } = uninstall({ ...firstGone, [kind]: live(kind) });
      const several = operands.filter((operand) => operand.kind === kind).length;
      expect([...new Set(actions)]).toEqual(verbs.map((verb) => `${verb} ${kind}`));
      expect(actions).toHaveLength(verbs.length * several);
      expect(done).toBe(false);
    });

    it('does not take the storage from machines', () => {
      const { actions, done } = uninstall({ ...firstGone, KubeVirt: live('KubeVirt') });
      expect(actions).toEqual(verbs.map((verb) => `${verb} KubeVirt`));
      expect(done).toBe(false);
    });

    it('does not end', () => {
      const { actions, done } = uninstall({ ...firstGone, KubeVirt: gone, CDI: live('CDI') });
      expect(actions).toEqual(verbs.map((verb) => `${verb} CDI`));
      expect(done).toBe(false);
    });
  });

  it('does not hold up others of a wave', () => {
    const { actions, done } = uninstall({ SSP: unknown, AAQ: forbidden });
    const others = before.filter((kind) => kind !== 'SSP' && kind !== 'AAQ');
    expect([...actions].sort()).toEqual(['wait AAQ', ...others.map((kind) => `delete ${kind}`)].sort());
    expect(done).toBe(false);
  });
});
