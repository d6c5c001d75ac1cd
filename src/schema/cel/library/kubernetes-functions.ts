import { type FunctionTable, functionTable } from '../function-table.ts';
import { conversionFunctions } from './conversions.ts';
import { languageFunctions } from './language.ts';
import { stringFunctions } from './strings.ts';

let table: FunctionTable | undefined;

/** Every function a rule may call in Kubernetes 1.36; built on first use. */
export function kubernetesFunctions(): FunctionTable {
  table ??= functionTable([...languageFunctions, ...conversionFunctions, ...stringFunctions]);
  return table;
}
