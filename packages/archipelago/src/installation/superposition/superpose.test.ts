import type { JsonValue } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionOf } from './condition-of.ts';
import { type Choice, everyChoice, type Factor } from './factor.ts';
import { mergeSequences } from './merge-sequences.ts';
import { superpose } from './superpose.ts';
import type { Part, Template } from './template.ts';

/** Conditions are JSON here, so that they can be decided: a factor and its values. */
function factor(name: string, ...values: readonly string[]): Factor {
  return { name, values, is: (chosen) => `${name}=${chosen.join('|')}` };
}

const factors = [factor('a', 'x', 'y', 'z'), factor('b', 'yes', 'no'), factor('c', 'yes', 'no')];
const choices = everyChoice(factors);

function holds(condition: string | undefined, choice: Choice): boolean {
  if (condition === undefined) return true;
  const [, operator, operands] = /^(and|or) (.*)$/.exec(condition) ?? [];
  if (operator === undefined || operands === undefined) {
    const [name = '', values = ''] = condition.split('=');
    return values.split('|').includes(choice[name] ?? '');
  }
  const parts = inParentheses(operands);
  return operator === 'and'
    ? parts.every((part) => holds(part, choice))
    : parts.some((part) => holds(part, choice));
}

function inParentheses(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, begin] = [0, 0];
  for (const [index, character] of [...text].entries()) {
    if (character === '(' && depth++ === 0) begin = index + 1;
    if (character === ')' && --depth === 0) parts.push(text.slice(begin, index));
  }
  return parts;
}

/** What a template comes to. */
function filledIn(template: Template, choice: Choice): JsonValue {
  const isThere = ({ when }: Part) => holds(when, choice);
  switch (template.kind) {
    case 'same':
      return template.value;
    case 'object':
      return Object.fromEntries(
        template.members.filter(isThere).map(({ key, value }) => [key, filledIn(value, choice)]),
      );
    case 'list':
      return template.items.filter(isThere).map(({ value }) => filledIn(value, choice));
    case 'either': {
      const [way, ...more] = template.ways.filter(isThere);
      if (way === undefined || more.length > 0) throw new Error('not one way');
      return filledIn(way.value, choice);
    }
  }
}

describe('a superposition', () => {
  test('comes to each of its values again, whatever they are', () => {
    const scalar = fc.constantFrom('one', 'two', 3, true);
    const object = fc.dictionary(fc.constantFrom('k', 'l', 'name'), scalar);
    const list = fc.uniqueArray(scalar, { maxLength: 3 }).map((items) => items.toSorted());
    const value = fc.oneof(
      scalar,
      object,
      list,
      fc.dictionary(fc.constantFrom('m', 'n'), fc.oneof(object, list)),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 12, maxLength: 12 }), (values) => {
        const template = superpose(values, { factors, choices });
        for (const [place, choice] of choices.entries())
          expect(filledIn(template, choice)).toEqual(values[place]);
      }),
    );
  });

  test('finds what has a name by it, and writes what is the same once', () => {
    const of = (a: string | undefined) => [
      { name: 'first', value: a ?? 'usual' },
      { name: 'second', value: 'same' },
    ];
    const template = superpose(
      choices.map(({ a }) => of(a)),
      { factors, choices },
    );
    expect(JSON.stringify(template).match(/second/g)).toHaveLength(1);
    expect(template.kind === 'list' && template.items.map(({ when }) => when)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('asks only about what makes a difference', () => {
    const where = new Set([...choices.keys()].filter((place) => choices[place]?.b === 'yes'));
    expect(conditionOf(where, new Set(choices.keys()), { factors, choices })).toBe('b=yes');
    const some = new Set(
      [...choices.keys()].filter((place) => choices[place]?.a !== 'x' && choices[place]?.c === 'no'),
    );
    expect(conditionOf(some, new Set(choices.keys()), { factors, choices })).toBe('and (a=y|z) (c=no)');
  });
});

test('sequences that contradict each other are no mistake where order says nothing', () => {
  const both = [
    ['a', 'b', 'd'],
    ['b', 'c', 'a'],
  ];
  expect(() => mergeSequences(both, () => true)).toThrow('a: stands before others');
  expect([...mergeSequences(both, () => false)].sort()).toEqual(['a', 'b', 'c', 'd']);
});
