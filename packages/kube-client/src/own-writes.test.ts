import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { createInformerStore, type InformerStore } from './informer-store.ts';
import type { StoreEvent } from './store-event.ts';
import type { WriteOutcome } from './write-outcome.ts';

const name = { namespace: 'ns', name: 'a' };

/** The object `a` at `u 5`: uid and version. */
function at(state: string): KubernetesObject {
  const [uid = '', resourceVersion = ''] = state.split(' ');
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...name, uid, resourceVersion } };
}
const written = (state: string): WriteOutcome => ({ state: 'written', object: at(state) });
const gone = (uid: string): WriteOutcome => ({ state: 'gone', uid });
const nothing: WriteOutcome = { state: 'nothing' };

type Pods = InformerStore<string>;

function store(shown?: string): Pods {
  const pods = createInformerStore({
    trim: ({ metadata }) => `${metadata.uid} ${metadata.resourceVersion}`,
  });
  if (shown !== undefined) pods.put(at(shown));
  return pods;
}

const heard = (events: readonly StoreEvent<string>[]) =>
  events.map(({ type, object, isOwn }) => `${isOwn === true ? 'own ' : ''}${type} ${object}`);

/** A write that is answered before the watch shows it. */
function write(pods: Pods, outcome: WriteOutcome): readonly string[] {
  expect(pods.beginWrite(name)).toBe(true);
  return heard(pods.endWrite(name, outcome));
}

/** `+u 5`: a watch shows it; `-u 5`: it says it is deleted; `=`, `=u 5`, `=u 5 @7`: a list shows nothing, or it, read at 7. */
function show(pods: Pods, what: string): readonly string[] {
  const state = what.slice(1);
  if (what.startsWith('+')) return heard(pods.put(at(state)));
  if (what.startsWith('-')) return heard(pods.remove(at(state)));
  return list(pods, state)();
}

/** A list that begins now, and ends when that is called. */
function list(pods: Pods, what: string): () => readonly string[] {
  const [state = '', version] = what.split('@');
  const replacement = pods.beginReplacement();
  if (state !== '') replacement.add([pods.gather(at(state))]);
  return () => heard(replacement.finish(version));
}

describe('what was written', () => {
  it('is in the store at once, and told as ours', () => {
    const pods = store('u 1');
    expect(write(pods, written('u 5'))).toEqual(['own updated u 5']);
    expect(pods.get(name)).toBe('u 5');
    expect(write(pods, gone('u'))).toEqual(['own deleted u 5']);
    expect([pods.get(name), pods.list()]).toEqual([undefined, []]);
    expect(write(pods, written('w 7'))).toEqual(['own added w 7']);
  });

  it.each<[string, string | undefined, WriteOutcome, string, readonly string[], string | undefined]>([
    ['a late heartbeat is no news', 'u 1', written('u 5'), '+u 4', [], 'u 5'],
    ['a removal of what was there before is no news', 'o 1', written('u 5'), '-o 4', [], 'u 5'],
    ['nor is a state of what was there before', 'o 1', written('u 5'), '+o 4', [], 'u 5'],
    ['the echo is no news', 'u 1', written('u 5'), '+u 5', [], 'u 5'],
    ['what others wrote is', 'u 1', written('u 5'), '+u 6', ['updated u 6'], 'u 6'],
    ['another object is', 'u 1', written('u 5'), '+w 6', ['deleted u 5', 'added w 6'], 'w 6'],
    ['that somebody deleted it is', 'u 1', written('u 5'), '-u 6', ['deleted u 5'], undefined],
    ['without numbers what is shown counts', 'u 1', written('u x'), '+u 4', ['updated u 4'], 'u 4'],
    ['a heartbeat of what was removed is no news', 'u 1', gone('u'), '+u 4', [], undefined],
    ['however new it is', 'u 1', gone('u'), '+u 9', [], undefined],
    ['nor that it is deleted', 'u 1', gone('u'), '-u 4', [], undefined],
    ['another of that name is', 'u 1', gone('u'), '+w 4', ['added w 4'], 'w 4'],
    ['but none from before', 'u 3', gone('u'), '+o 2', [], undefined],
    ['removed without numbers goes by identity', 'u x', gone('u'), '+u y', [], undefined],
    ['another without numbers is news', 'u x', gone('u'), '+w y', ['added w y'], 'w y'],
    ['a list that began later counts', 'u 1', written('u 5'), '=u 4', ['updated u 4'], 'u 4'],
    ['also where it shows nothing', 'u 1', written('u 5'), '=', ['deleted u 5'], undefined],
    ['also of what was removed', 'u 1', gone('u'), '=u 4', ['added u 4'], 'u 4'],
  ])('%s', (...[, before, outcome, what, events, after]) => {
    const pods = store(before);
    write(pods, outcome);
    expect(show(pods, what)).toEqual(events);
    expect(pods.get(name)).toBe(after);
  });

  it.each<[string, WriteOutcome, string]>([
    ['the echo', written('u 5'), '+u 5'],
    ['a newer state', written('u 5'), '+u 5'],
    ['a list', written('u 5'), '=u 5'],
    ['the event of its removal', gone('u'), '-u 4'],
  ])('is settled by %s: what is older is shown again', (_, outcome, what) => {
    const pods = store('u 1');
    write(pods, outcome);
    show(pods, what);
    show(pods, '+u 4');
    expect(pods.get(name)).toBe('u 4');
  });

  it.each<[string, WriteOutcome, string, readonly string[], string | undefined]>([
    ['without it', written('u 5'), '', [], 'u 5'],
    ['with an older state', written('u 5'), 'u 4', [], 'u 5'],
    ['with a newer state', written('u 5'), 'u 6', ['updated u 6'], 'u 6'],
    ['that still has what was removed', gone('u'), 'u 4', [], undefined],
    ['that has another of that name', gone('u'), 'w 6', ['added w 6'], 'w 6'],
    ['without what was removed', gone('u'), '', [], undefined],
    ['that was read before it', written('u 5'), 'u 4@4', [], 'u 5'],
    ['that was read before it, without it', written('u 5'), '@4', [], 'u 5'],
    ['that was read before its removal', gone('u'), 'u 4@9', [], undefined],
  ])('is kept over a list that began before, %s', (...[, outcome, listed, events, after]) => {
    const pods = store('u 1');
    const finish = list(pods, listed);
    write(pods, outcome);
    expect(finish()).toEqual(events);
    expect(pods.get(name)).toBe(after);
  });

  it.each([
    ['', ['deleted u 5'], undefined],
    ['w 8', ['deleted u 5', 'added w 8'], 'w 8'],
  ])(
    'is not kept over a list that was read after it, though answered before: %s',
    (listed, events, after) => {
      const pods = store('u 1');
      const finish = list(pods, `${listed}@9`);
      write(pods, written('u 5'));
      expect(finish()).toEqual(events);
      expect(pods.get(name)).toBe(after);
    },
  );

  it('is kept after such a list, too: the watch that follows is older', () => {
    const pods = store('u 1');
    const finish = list(pods, 'u 4');
    write(pods, written('u 6'));
    finish();
    expect([show(pods, '+u 5'), pods.get(name)]).toEqual([[], 'u 6']);
    const other = list(pods, '');
    write(pods, gone('u'));
    other();
    expect([show(pods, '+u 5'), pods.get(name)]).toEqual([[], undefined]);
  });

  it('says nothing about objects of other names', () => {
    const pods = store('u 1');
    write(pods, written('u 5'));
    const other = { ...at('b 2'), metadata: { ...at('b 2').metadata, name: 'b' } };
    expect(heard(pods.put(other))).toEqual(['added b 2']);
  });
});

describe('while a write is under way', () => {
  it.each<
    [string, string | undefined, readonly string[], WriteOutcome, readonly string[], string | undefined]
  >([
    ['its echo is told as ours', 'u 1', ['+u 5'], written('u 5'), ['own updated u 5'], 'u 5'],
    [
      'what came before it is not',
      'u 1',
      ['+u 4', '+u 5'],
      written('u 5'),
      ['updated u 4', 'own updated u 5'],
      'u 5',
    ],
    [
      'what came after it is not',
      'u 1',
      ['+u 5', '+u 6'],
      written('u 5'),
      ['own updated u 5', 'updated u 6'],
      'u 6',
    ],
    ['a newer state stays', 'u 1', ['+u 6'], written('u 5'), ['updated u 6'], 'u 6'],
    ['an older one does not', 'u 1', ['+u 4'], written('u 5'), ['updated u 4', 'own updated u 5'], 'u 5'],
    [
      'what was made and deleted at once stays away',
      undefined,
      ['+u 5', '-u 6'],
      written('u 5'),
      ['own added u 5', 'deleted u 5'],
      undefined,
    ],
    ['deleted by others: stays away', 'u 1', ['-u 6'], written('u 5'), ['deleted u 1'], undefined],
    [
      'what had the name before goes',
      'o 1',
      ['-o 4'],
      written('u 5'),
      ['deleted o 1', 'own added u 5'],
      'u 5',
    ],
    ['its removal is told as ours', 'u 1', ['-u 4'], gone('u'), ['own deleted u 1'], undefined],
    [
      'a last state before the removal is not',
      'u 1',
      ['+u 3', '-u 4'],
      gone('u'),
      ['updated u 3', 'own deleted u 3'],
      undefined,
    ],
    [
      'what others made after the removal is not',
      'u 1',
      ['-u 4', '+w 5'],
      gone('u'),
      ['own deleted u 1', 'added w 5'],
      'w 5',
    ],
    ['a removal of another removes nothing', 'w 1', [], gone('u'), [], 'w 1'],
    ['what never was cannot go', undefined, [], gone('u'), [], undefined],
    [
      'refused: all is told as it came',
      'u 1',
      ['+u 4', '-u 5'],
      nothing,
      ['updated u 4', 'deleted u 4'],
      undefined,
    ],
    ['without numbers the answer is not taken', 'u a', ['+u b'], written('u c'), ['updated u b'], 'u b'],
    ['a list says more than the answer', 'u 1', ['=u 4'], written('u 5'), ['updated u 4'], 'u 4'],
    ['also where it shows nothing', 'u 1', ['='], written('u 5'), ['deleted u 1'], undefined],
    ['also where it shows the same', 'u 1', ['=u 1'], written('u 5'), [], 'u 1'],
    ['a list that was read later, too', 'u 1', ['=@6'], written('u 5'), ['deleted u 1'], undefined],
    [
      'one that was read before does not',
      'u 1',
      ['=u 4@4'],
      written('u 5'),
      ['updated u 4', 'own updated u 5'],
      'u 5',
    ],
    ['nor is what it shows ours', 'u 1', ['=u 5@5'], written('u 5'), ['updated u 5'], 'u 5'],
    ['not even that there is nothing', 'u 1', ['='], gone('u'), ['deleted u 1'], undefined],
    // a list that shows it was read before: nothing comes back under its uid
    ['a list that still has it says nothing', 'u 1', ['=u 1'], gone('u'), ['own deleted u 1'], undefined],
    [
      'nor where it is a newer state',
      'u 1',
      ['=u 4@4'],
      gone('u'),
      ['updated u 4', 'own deleted u 4'],
      undefined,
    ],
    [
      'a list that has another of that name does',
      'u 1',
      ['=w 4'],
      gone('u'),
      ['deleted u 1', 'added w 4'],
      'w 4',
    ],
    ['without an answer of news nothing is told', 'u 5', [], written('u 5'), [], 'u 5'],
    ['an answer older than what is there is not taken', 'u 7', [], written('u 5'), [], 'u 7'],
  ])('%s', (...[, before, shown, outcome, events, after]) => {
    const pods = store(before);
    pods.beginWrite(name);
    // nobody is told before it is known whose it is
    expect(shown.flatMap((each) => show(pods, each))).toEqual([]);
    expect(heard(pods.endWrite(name, outcome))).toEqual(events);
    expect(pods.get(name)).toBe(after);
  });

  it('what is heard is in the store at once', () => {
    const pods = store('u 1');
    pods.beginWrite(name);
    show(pods, '+u 4');
    expect(pods.get(name)).toBe('u 4');
  });

  it('the next is not held', () => {
    const pods = store('u 1');
    expect([pods.beginWrite(name), pods.beginWrite(name)]).toEqual([true, false]);
    expect(pods.beginWrite({ ...name, name: 'b' })).toBe(true);
    pods.endWrite(name, nothing);
    expect(pods.beginWrite(name)).toBe(true);
  });

  it('an answer that is settled already awaits nothing', () => {
    const pods = store('u 1');
    pods.beginWrite(name);
    show(pods, '+u 5');
    pods.endWrite(name, written('u 5'));
    expect(show(pods, '+u 4')).toEqual(['updated u 4']);
  });
});
