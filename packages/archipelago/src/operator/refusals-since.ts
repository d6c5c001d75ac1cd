import type { FieldFinding } from '../config/framework/setting.ts';
import { review } from '../config/review.ts';
import { sparing } from '../config/sparing.ts';
import type { Refusals } from '../reconcile/configuration-in-force.ts';
import type { Outcome } from './desired-state.ts';

interface Since extends Refusals {
  /** What is no reason to refuse the configuration, as it was accepted before. */
  readonly spared: readonly FieldFinding[];
}

/** What is refused of a configuration after another was accepted. What is wrong in both alike is not: rules may be younger than they are. */
export function refusalsSince(written: Outcome, accepted: Outcome): Since {
  const strict = allOf(written.refusals());
  const before = { ...lookedAt(accepted), findings: allOf(accepted.refusals()) };
  const left = (findings: readonly FieldFinding[]) =>
    sparing(findings, lookedAt(written), before).filter(({ level }) => level === 'error');
  const settings = left([...written.misshapen, ...review(written.configured, accepted.configured)]);
  const patches = left(written.desired().findings);
  const isLeft = ({ at, message }: FieldFinding) =>
    [...settings, ...patches].some((each) => each.at === at && each.message === message);
  return { settings, patches, spared: strict.filter((each) => !isLeft(each)) };
}

function allOf({ settings, patches }: Refusals): readonly FieldFinding[] {
  return [...settings, ...patches];
}

function lookedAt({ configured }: Outcome) {
  const { spec, annotations } = configured.configuration;
  return { configured, object: { spec, metadata: { annotations } } };
}
