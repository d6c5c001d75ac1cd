import type { MachinesReport } from '../golden-images/view/machines-report.ts';
import type { AdoptionReport } from './commands/adopt/adoption-report.ts';
import type { AlertsReport } from './commands/alerts/run-alerts.ts';
import type { DashboardsReport } from './commands/dashboards/run-dashboards.ts';
import type { DoctorReport } from './commands/doctor/formats/data-report.ts';
import type { CheckExplanation } from './commands/doctor/run-doctor-explain.ts';
import type { ChecksReport } from './commands/doctor/run-doctor-list.ts';
import type { Explanation } from './commands/explain/run-explain.ts';
import type { ImagesMatrix } from './commands/images/images-matrix.ts';
import type { ImagesReport } from './commands/images/run-images-doctor.ts';
import type { InspectedImage } from './commands/images/run-inspect.ts';
import type { AssembledReport } from './commands/layering/assemble/run-assemble.ts';
import type { LayeringPlanReport } from './commands/layering/plan/run-layering-plan.ts';
import type { AskedBuild } from './commands/layering/retry/run-layering-retry.ts';
import type { LayeringReport } from './commands/layering/status/run-layering-status.ts';
import type { PlanReport } from './commands/plan/print-plan.ts';
import type { RunbookReport } from './commands/runbook/run-runbook.ts';
import type { ValidateReport } from './commands/validate/run-validate.ts';
import type { VersionReport } from './commands/version/version-report.ts';

/**
 * What commands print with `-o json`, by their words. The schemas in `generated/schemas/` are derived from it
 * (`tools/answer-schemas.ts`); that of `status`, whose type follows from its schema, is beside it.
 */
export interface PublishedAnswers {
  /** What taking a cluster over, or giving it back, would do. */
  readonly adopt: AdoptionReport;
  /** Alerts of the operator that fire, or soon will. */
  readonly alerts: AlertsReport;
  /** Which dashboards there are. */
  readonly dashboards: DashboardsReport;
  /** What is wrong with a cluster. */
  readonly doctor: DoctorReport;
  /** What a check of the doctor asks, why, and what to do. */
  readonly 'doctor explain': CheckExplanation;
  /** Checks of the doctor. */
  readonly 'doctor list': ChecksReport;
  /** A setting, or where fields of an operand come from. */
  readonly explain: Explanation;
  /** What has become of each golden image on each architecture. */
  readonly images: ImagesMatrix;
  /** What of golden images does not fit together. */
  readonly 'images doctor': ImagesReport;
  /** The platforms of an image in a registry. */
  readonly 'images inspect': InspectedImage;
  /** An image index that was assembled of images for single platforms. */
  readonly 'layering assemble': AssembledReport;
  /** A build that was asked for although nothing has changed. */
  readonly 'layering rebuild': AskedBuild;
  /** A build of what has failed that was asked for. */
  readonly 'layering retry': AskedBuild;
  /** Which images of pools would be built or used again. */
  readonly 'layering plan': LayeringPlanReport;
  /** Images of pools, their builds and nodes. */
  readonly 'layering status': LayeringReport;
  /** Virtual machines by architecture, and those that were chosen. */
  readonly machines: MachinesReport;
  /** What the operator would do. */
  readonly plan: PlanReport;
  /** What to do about alerts. */
  readonly runbook: RunbookReport;
  /** Whether a HyperConverged would be accepted. */
  readonly validate: ValidateReport;
  /** The versions of this program, of the API server and of the operator. */
  readonly version: VersionReport;
}
