import { type JsonObject, objectsAt } from '@archipelago/apimachinery';
import { atLeast, every, first, named, needed } from '../../validation/field-checks.ts';
import { invalidValue } from '../../validation/field-errors.ts';
import type { FieldCheck } from '../../validation/field-rules.ts';
import { segment } from '../../validation/name-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

/** Without any metric it looks at the processors. */
const metrics = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];

function hasMetrics(spec: JsonObject): boolean {
  return objectsAt(spec, 'metrics').length > 0;
}

/** No kind of the core group can be scaled by a server that looks for it by its group. */
const groupedVersion: FieldCheck = (value, field) => {
  const text = typeof value === 'string' ? value : '';
  return /^[^/]+\/[^/]*$/.test(text) ? [] : [invalidValue(field, text, 'apiVersion must specify API group')];
};

function notBelow(name: string): FieldCheck {
  return (value, field, parent) => {
    const least = parent[name];
    const most = value ?? 0;
    if (typeof least !== 'number' || typeof most !== 'number' || most >= least) return [];
    return [invalidValue(field, most, `must be greater than or equal to \`${name}\``)];
  };
}

export const horizontalPodAutoscaler = builtInType({
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  namespaced: true,
  type: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  shortNames: ['hpa'],
  categories: ['all'],
  storageVersion: 'v1',
  status: true,
  shortcoming: 'the embedded cluster keeps HorizontalPodAutoscalers and scales nothing',
  defaults: [
    { at: 'spec', fields: (spec) => ({ minReplicas: 1, ...(hasMetrics(spec) ? {} : { metrics }) }) },
  ],
  rules: {
    'spec.minReplicas': atLeast(1),
    'spec.maxReplicas': every(
      first(needed('must be set and greater than 0'), atLeast(1)),
      notBelow('minReplicas'),
    ),
    'spec.scaleTargetRef.kind': every(needed(), named(segment)),
    'spec.scaleTargetRef.name': every(needed(), named(segment)),
    'spec.scaleTargetRef.apiVersion': groupedVersion,
  },
});
