import { describe, expect, it } from 'vitest';
import { alertTable } from '../alert-table.ts';
import type { Alert } from './alert.ts';
import { compare, type Expression, series } from './expression.ts';
import { printPromql } from './print-promql.ts';
import { quickened } from './quickened.ts';

const gauge = series('gauge');
const sixty = (expression: Expression) => compare(expression, '>', 60);

function printed(expression: Expression, speed: number): string | undefined {
  const [alert] = alertTable;
  const all: readonly Alert[] = alert === undefined ? [] : [{ ...alert, expression }];
  return quickened(all, speed).map((each) => printPromql(each.expression))[0];
}

describe('alerts that are told sooner', () => {
  it.each<[string, Expression, number, string]>([
    ['an age', sixty({ is: 'age', of: gauge }), 10, 'time() - gauge > 6'],
    ['an age of what is compared', sixty({ is: 'age', of: sixty(gauge) }), 10, 'time() - (gauge > 60) > 6'],
    ['an age that would be too short', sixty({ is: 'age', of: gauge }), 60, 'time() - gauge > 4'],
    ['an age that is short', compare({ is: 'age', of: gauge }, '>', 2), 2, 'time() - gauge > 2'],
    ['time that is left', sixty({ is: 'remaining', of: gauge }), 10, 'gauge - time() > 60'],
    ['a value', sixty(gauge), 10, 'gauge > 60'],
    ['a window', { is: 'increase', of: gauge, window: 600 }, 10, 'increase(gauge[1m])'],
    ['the past', series('gauge', {}, 600), 10, 'gauge offset 1m'],
  ])('%s', (_, expression, speed, text) => {
    expect(printed(expression, speed)).toBe(text);
  });

  it('is as the table says where nothing is to be sooner', () => {
    expect(quickened(alertTable, 1)).toBe(alertTable);
  });
});
