import { apiVersionOf } from '../../../config/framework/operand.ts';
import { operands } from '../../../config/operands.ts';
import { objectName } from '../../text/object-name.ts';
import { dataSourceType } from '../images/chosen-images.ts';
import type { PlanReport } from './print-plan.ts';

/** A line for each object that would be written: operands, and DataSources of golden images that come, change or go. */
export function plannedNames({ operands: planned, goldenImages }: PlanReport): string {
  const { imports, removals, dataSources } = goldenImages;
  const sources = [
    ...imports.flatMap(({ images }) => images.map(({ dataSource }) => dataSource)),
    ...removals.map(({ dataSource }) => dataSource),
    ...dataSources.map(({ name }) => name),
  ];
  const names = [
    ...planned.map(({ object }) => nameOf(object)),
    ...sources.map((name) => dataSourceType + name),
  ];
  return [...new Set(names)].map((name) => `${name}\n`).join('');
}

/** Of what `objectKey` makes. */
function nameOf(key: string): string {
  const [kind = '', ...place] = key.split('/');
  const group = operands.find((each) => each.kind === kind);
  const apiVersion = group === undefined ? '' : apiVersionOf(group);
  return objectName({ apiVersion, kind, metadata: { name: place.at(-1) ?? '' } });
}
