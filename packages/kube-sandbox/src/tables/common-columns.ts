import { textAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import { age } from './age.ts';
import { column } from './column.ts';

export const nameColumn = column('Name', 'ObjectMeta.name', (object) => textAt(metadataOf(object), 'name'), {
  format: 'name',
});

export const ageColumn = column('Age', 'ObjectMeta.creationTimestamp', (object, now) =>
  age(valueAt(metadataOf(object), 'creationTimestamp'), now),
);

/** The moment itself; clients turn it into an age. */
export const createdAtColumn = column(
  'Created At',
  'ObjectMeta.creationTimestamp',
  (object) => valueAt(metadataOf(object), 'creationTimestamp') ?? null,
  { type: 'date' },
);
