import { describe, expect, it } from 'vitest';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import { Lessons } from './lessons.ts';

const remembered = { uid: 'u', wanted: { is: 'w' }, answered: { is: 'a' } };
const lesson = { operand: kubevirt, object: 'KubeVirt/here/kv', remembered };

function start() {
  const editions = new Map<unknown, string>();
  return { editions, lessons: new Lessons({ edition: (operand) => editions.get(operand) ?? 'first' }) };
}

describe('what was learned of an object', () => {
  it('holds as long as its kind is what it was', () => {
    const { editions, lessons } = start();
    lessons.learn(lesson);
    editions.set(cdi, 'second');
    expect(lessons.remembered(lesson.object)).toEqual(remembered);
    editions.set(kubevirt, 'second');
    expect(lessons.remembered(lesson.object)).toBeUndefined();
    lessons.learn(lesson);
    expect(lessons.remembered(lesson.object)).toEqual(remembered);
  });

  it('is of that object only', () => {
    const { lessons } = start();
    lessons.learn(lesson);
    expect(lessons.remembered('KubeVirt/there/kv')).toBeUndefined();
    lessons.unlearn('KubeVirt/there/kv');
    expect(lessons.remembered(lesson.object)).toEqual(remembered);
    lessons.unlearn(lesson.object);
    expect(lessons.remembered(lesson.object)).toBeUndefined();
  });

  it('is the newest, until it is forgotten', () => {
    const { lessons } = start();
    lessons.learn(lesson);
    lessons.learn({ ...lesson, remembered: { ...remembered, wanted: { is: 'x' } } });
    expect(lessons.remembered(lesson.object)).toMatchObject({ wanted: { is: 'x' } });
    lessons.forget();
    expect(lessons.remembered(lesson.object)).toBeUndefined();
  });
});
