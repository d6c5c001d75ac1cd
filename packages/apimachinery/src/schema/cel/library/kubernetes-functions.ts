import { type FunctionTable, functionTable } from '../functions/function-table.ts';
import { addressFunctions } from './addresses.ts';
import { authorizerFunctions } from './authorizers.ts';
import { conversionFunctions } from './conversions.ts';
import { formatStringFunctions } from './format-strings.ts';
import { formatFunctions } from './formats.ts';
import { languageFunctions } from './language.ts';
import { listExtensionFunctions, setFunctions } from './list-extensions.ts';
import { kubernetesListFunctions } from './lists.ts';
import { optionalFunctions } from './optionals.ts';
import { quantityFunctions } from './quantities.ts';
import { regexFunctions } from './regexes.ts';
import { semverFunctions } from './semvers.ts';
import { stringFunctions } from './strings.ts';
import { timeFunctions } from './times.ts';
import { urlFunctions } from './urls.ts';

let table: FunctionTable | undefined;

/** Every function a rule may call in Kubernetes 1.36; joined on first use. */
export function kubernetesFunctions(): FunctionTable {
  table ??= functionTable([
    ...languageFunctions,
    ...conversionFunctions,
    ...timeFunctions,
    ...stringFunctions,
    ...formatStringFunctions,
    ...kubernetesListFunctions,
    ...listExtensionFunctions,
    ...setFunctions,
    ...optionalFunctions,
    ...regexFunctions,
    ...urlFunctions,
    ...quantityFunctions,
    ...addressFunctions,
    ...formatFunctions,
    ...semverFunctions,
    ...authorizerFunctions,
  ]);
  return table;
}
