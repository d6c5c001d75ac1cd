import { alertTable } from '../../../observability/alert-table.ts';
import { demandKnown } from '../../answers/demand-known.ts';
import { labelChoice } from '../../answers/label-choice.ts';
import type { ShownAlert } from './shown-alert.ts';

interface Choice {
  readonly names: readonly string[];
  /** On labels as a Prometheus has them: alertname, alertstate, severity, and the alert's own. */
  readonly selector: string | undefined;
}

/** The alerts that are meant. One that there is and that is well is none of them; a name that no alert has is a UsageError. */
export function chosenAlerts(alerts: readonly ShownAlert[], choice: Choice): readonly ShownAlert[] {
  const isMeant = labelChoice(choice);
  const { names } = choice;
  demandKnown(
    'alert',
    names,
    [...alertTable, ...alerts].map(({ name }) => name),
  );
  return alerts
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .filter(({ name, severity, state, labels }) =>
      isMeant({ ...labels, alertname: name, alertstate: state, severity }),
    );
}
