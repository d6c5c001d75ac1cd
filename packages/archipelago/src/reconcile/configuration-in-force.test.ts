import { describe, expect, it } from 'vitest';
import type { FieldFinding } from '../config/framework/setting.ts';
import type { Accepted, Kept } from './accepted-configuration.ts';
import { configurationInForce, type Refusals, refusalText } from './configuration-in-force.ts';

const finding = (at: string): FieldFinding => ({
  level: 'error',
  at,
  reason: 'Invalid',
  message: 'is wrong',
  fix: 'mend it',
});
const accepted: Accepted = { configuration: { written: {}, spec: {}, annotations: {} }, generation: 3 };
const there: Kept = { is: 'there', accepted };
const missing: Kept = { is: 'missing', because: 'no configuration has been accepted yet' };
const well: Refusals = { settings: [], patches: [] };
const wrongValue: Refusals = { settings: [finding('spec.a'), finding('spec.b')], patches: [] };
const wrongPatch: Refusals = { settings: [], patches: [finding('patch')] };
const both: Refusals = { settings: [finding('spec.a')], patches: [finding('patch')] };
const problems = 'spec.a is wrong: mend it; spec.b is wrong: mend it';

describe('the configuration in force', () => {
  it.each<[string, Refusals, Kept, string, string]>([
    ['accepted', well, missing, 'written', ''],
    ['accepted, whatever was before', well, there, 'written', ''],
    [
      'refused',
      wrongValue,
      there,
      'accepted',
      `the configuration is refused, and the one that was accepted last (generation 3) stays in force: ${problems}`,
    ],
    [
      'refused for a patch',
      wrongPatch,
      there,
      'accepted',
      'the configuration is refused, and the one that was accepted last (generation 3) stays in force: patch is wrong: mend it',
    ],
    [
      'refused, and the first',
      wrongValue,
      missing,
      'nothing',
      `the configuration is refused and operands stay as they are (no configuration has been accepted yet): ${problems}`,
    ],
    [
      'refused for a patch only, and the first',
      wrongPatch,
      missing,
      'allButPatched',
      'patches of operands are refused, these operands stay as they are (no configuration has been accepted yet), and the others follow the configuration: patch is wrong: mend it',
    ],
    [
      'refused for both, and the first',
      both,
      missing,
      'nothing',
      'the configuration is refused and operands stay as they are (no configuration has been accepted yet): spec.a is wrong: mend it; patch is wrong: mend it',
    ],
  ])('where what is written is %s', (...[, refusals, kept, is, text]) => {
    const inForce = configurationInForce(refusals, () => kept);
    expect(inForce.is).toBe(is);
    expect(refusalText(refusals, inForce)).toBe(text);
  });

  it('does not look at what was before while nothing is refused', () => {
    const inForce = configurationInForce(well, () => {
      throw new Error('looked');
    });
    expect(inForce).toEqual({ is: 'written' });
  });

  it('fits into a condition, however much is refused', () => {
    const many: Refusals = {
      settings: Array.from({ length: 5_000 }, (_, index) => finding(`spec.field${index}`)),
      patches: [],
    };
    const huge: Refusals = { settings: [finding('x'.repeat(100_000))], patches: [] };
    for (const refusals of [many, huge])
      expect(
        refusalText(
          refusals,
          configurationInForce(refusals, () => there),
        ).length,
      ).toBeLessThan(16_384);
    expect(
      refusalText(
        many,
        configurationInForce(many, () => there),
      ),
    ).toMatch(/mend it; and \d+ more, which `archipelago validate` names$/);
  });
});
