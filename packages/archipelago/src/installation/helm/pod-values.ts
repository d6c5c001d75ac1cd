import type { JsonObject } from '@archipelago/apimachinery';
import { usualResources } from '../../operator/deployment/operator-deployment.ts';
import type { ChartValue, ChartValueRow } from './chart-value.ts';

const anyText: JsonObject = { type: 'string' };
const object: JsonObject = { type: 'object' };
const objects: JsonObject = { type: 'array', items: object };

/** Values about the operator's Deployment and its pods. */
export function podValues(row: ChartValueRow): readonly ChartValue[] {
  return [
    row('replicas', 2, { type: 'integer', minimum: 0 }, 'Replicas of the operator, of which one leads.'),
    row(
      'resources',
      usualResources,
      object,
      'Requests and limits of the operator; twice what it takes with 5,000 nodes.',
    ),
    row('environment', [], objects, 'More variables of the environment, such as HTTPS_PROXY.'),
    row('nodeSelector', {}, object, 'Nodes of the operator.'),
    row('tolerations', [], objects, 'Taints of nodes that it tolerates.'),
    row('affinity', {}, object, 'Its affinity; it spreads over nodes and zones without.'),
    row('imagePullSecrets', [], objects, 'Secrets to pull the image with.'),
    row('priorityClassName', '', anyText, 'Its priority class.'),
  ];
}
