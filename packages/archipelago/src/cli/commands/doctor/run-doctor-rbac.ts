import { bindingOf, roleOf } from '../../../doctor/rights/role-of.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { printData } from '../../text/print-data.ts';
import { printDocuments } from '../manifests/run-manifests.ts';
import { allChecks, chosenChecks } from './chosen-checks.ts';
import { dataFormat } from './data-format.ts';
import type { ChosenChecks } from './doctor-options.ts';

export interface DoctorRbacOptions extends ChosenChecks {
  readonly output?: string;
  readonly bind?: string;
}

/** Prints the role with which the chosen checks can look at everything, and a binding of it. */
export async function runDoctorRbac(options: DoctorRbacOptions, io: Io): Promise<number> {
  const { skip = [], bind } = options;
  const checks = chosenChecks(options).filter(({ code }) => !skip.includes(code));
  if (checks.length === 0) throw new UsageError('no check is left: there is nothing to grant');
  if (bind === '') throw new UsageError('--bind: name a user, or system:serviceaccount:NAMESPACE:NAME');
  const role = roleOf(checks, allChecks);
  const objects = bind === undefined ? [role] : [role, bindingOf(bind)];
  const isJson = dataFormat(options.output) === 'json';
  io.out(
    isJson ? printData({ apiVersion: 'v1', kind: 'List', items: objects }, 'json') : printDocuments(objects),
  );
  return 0;
}
