import { Type } from '@sinclair/typebox';
import { listByKey } from './list-of.ts';
import { mapOf } from './map-of.ts';
import { quantity } from './quantity.ts';

/** core/v1 ResourceRequirements. */
export const resourceRequirements = Type.Object({
  claims: Type.Optional(
    listByKey(
      'name',
      Type.Object({
        name: Type.String({ description: 'Name of a claim that the pod has.' }),
        request: Type.Optional(
          Type.String({ description: 'Request within the claim; all of the claim when left out.' }),
        ),
      }),
      {
        description: 'Claims of dynamic resource allocation.',
      },
    ),
  ),
  limits: Type.Optional(mapOf(quantity(), { description: 'Most a pod may use.' })),
  requests: Type.Optional(mapOf(quantity(), { description: 'What a pod is guaranteed.' })),
});
