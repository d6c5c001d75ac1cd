import { type JsonObject, type JsonValue, objectAt, objectsAt } from '@archipelago/apimachinery';
import { said } from './said.ts';

/** An alert that fires, or is about to. */
export interface FiringModel {
  readonly name: string;
  readonly severity: string;
  readonly state: string;
  /** RFC 3339; `''`: nobody knows. */
  readonly since: string;
  readonly message: string;
  /** What it is about: `architecture: arm64`. */
  readonly labels: readonly string[];
}

/** A step of a runbook. */
export interface StepModel {
  readonly say: string;
  readonly run: string;
  readonly prints: string;
}

/** An alert that there is, and what to do about it. */
export interface RunbookModel {
  readonly name: string;
  /** Of all its rules. */
  readonly rules: readonly { readonly severity: string; readonly fires: string }[];
  readonly summary: string;
  /** The check of the doctor that finds the same; `''`: none. */
  readonly finding: string;
  readonly meaning: string;
  readonly impact: string;
  readonly diagnosis: readonly StepModel[];
  readonly mitigations: readonly {
    readonly title: string;
    readonly when: string;
    readonly steps: readonly StepModel[];
  }[];
}

/** What fires, as the console tells it. */
export function firingModel(view: JsonValue): readonly FiringModel[] {
  return objectsAt(view, 'alerts').map((alert) => ({
    name: said(alert, 'name'),
    severity: said(alert, 'severity'),
    state: said(alert, 'state'),
    since: said(alert, 'since'),
    message: said(alert, 'message'),
    labels: Object.keys(objectAt(alert, 'labels')).map((name) => `${name}: ${said(alert, 'labels', name)}`),
  }));
}

/** All alerts by name, with their runbooks. */
export function runbooksModel(answer: JsonValue): readonly RunbookModel[] {
  const alerts = objectsAt(answer, 'alerts');
  const names = [...new Set(alerts.map((alert) => said(alert, 'name')))].sort();
  return names.flatMap((name) => {
    const same = alerts.filter((alert) => said(alert, 'name') === name);
    const [first] = same;
    return first === undefined ? [] : [runbookModel(first, same)];
  });
}

function runbookModel(first: JsonObject, same: readonly JsonObject[]): RunbookModel {
  return {
    name: said(first, 'name'),
    rules: same.map((alert) => ({ severity: said(alert, 'severity'), fires: said(alert, 'fires') })),
    summary: said(first, 'summary'),
    finding: said(first, 'finding'),
    meaning: said(first, 'runbook', 'meaning'),
    impact: said(first, 'runbook', 'impact'),
    diagnosis: objectsAt(first, 'runbook', 'diagnosis').map(stepModel),
    mitigations: objectsAt(first, 'runbook', 'mitigations').map((each) => ({
      title: said(each, 'title'),
      when: said(each, 'when'),
      steps: objectsAt(each, 'steps').map(stepModel),
    })),
  };
}

function stepModel(step: JsonObject): StepModel {
  return { say: said(step, 'say'), run: said(step, 'run'), prints: said(step, 'prints') };
}
