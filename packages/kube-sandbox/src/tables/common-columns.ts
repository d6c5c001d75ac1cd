import { field, metadataOf, textField } from '../json/json-access.ts';
import { age } from './age.ts';
import { column } from './column.ts';

export const nameColumn = column(
  'Name',
  'ObjectMeta.name',
  (object) => textField(metadataOf(object), 'name'),
  {
    format: 'name',
  },
);

export const ageColumn = column('Age', 'ObjectMeta.creationTimestamp', (object, now) =>
  age(field(metadataOf(object), 'creationTimestamp'), now),
);

/** The moment itself; clients turn it into an age. */
export const createdAtColumn = column(
  'Created At',
  'ObjectMeta.creationTimestamp',
  (object) => field(metadataOf(object), 'creationTimestamp') ?? null,
  { type: 'date' },
);
