import { builtInType } from '../declaration/kind-declaration.ts';

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
});
