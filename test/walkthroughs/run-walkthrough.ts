import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { eventually } from '../support/eventually.ts';
import type { Driver, Observation, Printed, Step, Walkthrough } from './walkthrough.ts';

/** How a driver differs from another: whether it prints kubectl's words, and how long to wait before it looks again for what is to come. */
interface Pace {
  readonly printsText: boolean;
  readonly pauseMs: number;
}

/** Makes a test of each step of a walkthrough, in order; a step relies on those before it. */
export function testWalkthrough({ steps }: Walkthrough, driver: () => Driver, pace: Pace): void {
  for (const step of steps) {
    test(step.title, async () => {
      await act(step, driver(), pace);
      for (const observation of step.shows ?? []) {
        await eventually(async () => look(observation, driver()), { pauseMs: pace.pauseMs });
      }
    });
  }
}

async function act({ action, prints }: Step, driver: Driver, pace: Pace): Promise<void> {
  switch (action.do) {
    case 'restore':
      return await driver.restore();
    case 'apply':
      await driver.restore();
      for (const file of action.first ?? []) await driver.apply(`support/${file}`);
      return await driver.apply(action.file);
    case 'command': {
      const { run, edits } = action;
      // Reading may be early, the operator is at work; it is done again. What changes something is done once.
      if (!/ (get|explain) /.test(run)) return checkPrinted(await driver.command(run, edits), prints, pace);
      return await eventually(async () => checkPrinted(await driver.command(run, edits), prints, pace), {
        pauseMs: pace.pauseMs,
      });
    }
  }
}

function checkPrinted(output: string, prints: Printed | undefined, pace: Pace): void {
  if (prints === undefined) return;
  if ('text' in prints) {
    if (pace.printsText) expect(output).toContain(prints.text);
  } else if ('json' in prints) {
    expectPart(parse(output), prints.json);
  } else {
    const { kind, fields } = pace.printsText ? parseExplanation(output) : JSON.parse(output);
    expect(kind).toBe(prints.kind);
    expect(fields).toMatchObject(prints.fields);
  }
}

/** What `kubectl explain` printed: the kind, and each field with its type. */
function parseExplanation(output: string): { kind: string; fields: Record<string, string> } {
  const kind = /^KIND:\s+(\S+)/m.exec(output)?.[1] ?? '';
  const fields = [...output.matchAll(/^ {2}(\S+)\s+<([^>]+)>/gm)].map(([, name = '', type = '']) => [
    name,
    type,
  ]);
  return { kind, fields: Object.fromEntries(fields) };
}

async function look({ of, at, expect: expected }: Observation, driver: Driver): Promise<void> {
  const value = follow(await driver.read(of), typeof at === 'string' ? at.split('.') : at);
  const where = `${of} ${String(at)}`;
  if ('is' in expected) expect(value, where).toEqual(expected.is);
  else if ('absent' in expected) expect(value, where).toBeUndefined();
  else expectPart(value, expected.has, where);
}

/** At least these members, or for a list: this item, or an item with at least these members. */
function expectPart(value: unknown, part: JsonValue, where = ''): void {
  if (Array.isArray(value) && isJsonObject(part)) {
    expect(value, where).toEqual(expect.arrayContaining([expect.objectContaining(part)]));
  } else if (Array.isArray(value)) expect(value, where).toContain(part);
  else if (isJsonObject(part)) expect(value, where).toMatchObject(part);
  else expect(value, where).toEqual(part);
}

function follow(value: JsonValue | undefined, [head, ...rest]: readonly string[]): JsonValue | undefined {
  if (head === undefined) return value;
  if (Array.isArray(value)) return follow(value[Number(head)], rest);
  return isJsonObject(value) ? follow(value[head], rest) : undefined;
}
