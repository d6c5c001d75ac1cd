import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Column } from '../../resources/resource-type.ts';
import { column } from '../../tables/column.ts';
import { labelSelectorText } from '../../tables/label-selector-text.ts';

function containersOf(object: JsonObject): readonly JsonObject[] {
  const spec = objectAt(object, 'spec');
  const template = objectAt(objectAt(spec, 'template'), 'spec');
  return objectsAt(template, 'containers');
}

/** A number of the status or spec; 0 when it is absent. */
export function count(path: string): (object: JsonObject) => number {
  const parts = path.split('.');
  return (object) => {
    const value = valueAt(object, ...parts);
    return typeof value === 'number' ? value : 0;
  };
}

/** Containers, images and selector, shown in wide output of everything that makes pods. */
export function podTemplateColumns(selectorText: string): readonly Column[] {
  return [
    column(
      'Containers',
      'Names of each container in the template.',
      (object) =>
        containersOf(object)
          .map((one) => textAt(one, 'name'))
          .join(','),
      { wide: true },
    ),
    column(
      'Images',
      'Images referenced by each container in the template.',
      (object) =>
        containersOf(object)
          .map((one) => textAt(one, 'image'))
          .join(','),
      { wide: true },
    ),
    column(
      'Selector',
      selectorText,
      (object) => labelSelectorText(valueAt(objectAt(object, 'spec'), 'selector')),
      { wide: true },
    ),
  ];
}
