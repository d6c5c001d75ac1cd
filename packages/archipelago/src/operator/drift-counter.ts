import type { Action, FieldDifference } from '../engine/plan/action.ts';
import type { MetricValues } from '../observability/metric-values.ts';
import { componentName } from './component-name.ts';

/** Fields that are told apart. */
const mostFields = 200;
/** A name that users chose (a label, the key of a map) ends a path: there is no end of them. */
const declared = /^[A-Za-z][A-Za-z0-9]*$/;
const named: ReadonlySet<string> = new Set(['labels', 'annotations', 'nodeSelector', 'matchLabels']);

/** Counts the fields of operands that were put back, by where they are. */
export class DriftCounter {
  readonly #metrics: Pick<MetricValues, 'add'>;
  readonly #fields = new Set<string>();

  constructor(metrics: Pick<MetricValues, 'add'>) {
    this.#metrics = metrics;
  }

  count(action: Action): void {
    if (action.kind !== 'edit' && action.kind !== 'recreate') return;
    const component = componentName(action);
    for (const { path } of action.changes)
      this.#metrics.add('drift', { component_name: component, field: this.#shown(component, fieldOf(path)) });
  }

  #shown(component: string, field: string): string {
    const key = `${component} ${field}`;
    if (!this.#fields.has(key) && this.#fields.size >= mostFields) return 'other';
    this.#fields.add(key);
    return field;
  }
}

/** Where a field is declared: without indexes of lists, and without names that users chose. */
function fieldOf(path: FieldDifference['path']): string {
  const names: string[] = [];
  for (const step of path) {
    if (typeof step === 'number') continue;
    if (!declared.test(step)) break;
    names.push(step);
    if (named.has(step)) break;
  }
  return names.join('.');
}
