import { Type } from '@sinclair/typebox';
import { objectName } from './shapes.ts';

/** `{group, resource, namespace?, name}`. */
export const objectReference = (description: string) =>
  Type.Object(
    {
      group: Type.String({ maxLength: 253, description: 'Group of the resource; empty for the core.' }),
      resource: Type.String({ minLength: 1, maxLength: 63, description: 'Plural of the resource.' }),
      namespace: Type.Optional(
        Type.String({ minLength: 1, maxLength: 63, description: 'Namespace of the object, if it has one.' }),
      ),
      name: objectName({ description: 'Name of the object.' }),
    },
    { description },
  );
