import type { Alert } from './alerts/alert.ts';
import { archipelagoArchitectureWithoutBootImages } from './alerts/table/archipelago-architecture-without-boot-images.ts';
import { archipelagoCertificateExpiring } from './alerts/table/archipelago-certificate-expiring.ts';
import { archipelagoDoctorCritical } from './alerts/table/archipelago-doctor-critical.ts';
import { archipelagoGoldenImageAnnotationWrong } from './alerts/table/archipelago-golden-image-annotation-wrong.ts';
import { archipelagoLayeredBuildFailing } from './alerts/table/archipelago-layered-build-failing.ts';
import { archipelagoLayeringRolloutStalled } from './alerts/table/archipelago-layering-rollout-stalled.ts';
import { archipelagoMachineWithoutNode } from './alerts/table/archipelago-machine-without-node.ts';
import { archipelagoOperatorDown, sspDown } from './alerts/table/archipelago-operator-down.ts';
import {
  archipelagoOperatorNotReconciling,
  sspFailingToReconcile,
} from './alerts/table/archipelago-operator-not-reconciling.ts';
import { archipelagoOtherOperatorRuns } from './alerts/table/archipelago-other-operator-runs.ts';
import { archipelagoWatchStale } from './alerts/table/archipelago-watch-stale.ts';
import { hcoGoldenImageWithNoArchitectureAnnotation } from './alerts/table/hco-golden-image-with-no-architecture-annotation.ts';
import { hcoGoldenImageWithNoSupportedArchitecture } from './alerts/table/hco-golden-image-with-no-supported-architecture.ts';
import { hcoInstallationIncomplete } from './alerts/table/hco-installation-incomplete.ts';
import { hcoMisconfiguredDescheduler } from './alerts/table/hco-misconfigured-descheduler.ts';
import { hcoMultiArchGoldenImagesDisabled } from './alerts/table/hco-multi-arch-golden-images-disabled.ts';
import {
  hcoOperatorConditionsInError,
  hcoOperatorConditionsWarn,
} from './alerts/table/hco-operator-conditions-unhealthy.ts';
import { kubeVirtCrModified } from './alerts/table/kubevirt-cr-modified.ts';
import { unsupportedHcoModification } from './alerts/table/unsupported-hco-modification.ts';

/** Every alert. Rules for Prometheus, what the operator tells by itself, documentation, runbooks and tests are made from it. */
export const alertTable: readonly Alert[] = [
  kubeVirtCrModified,
  unsupportedHcoModification,
  hcoInstallationIncomplete,
  hcoMisconfiguredDescheduler,
  hcoOperatorConditionsInError,
  hcoOperatorConditionsWarn,
  hcoMultiArchGoldenImagesDisabled,
  hcoGoldenImageWithNoArchitectureAnnotation,
  hcoGoldenImageWithNoSupportedArchitecture,
  archipelagoGoldenImageAnnotationWrong,
  archipelagoArchitectureWithoutBootImages,
  archipelagoMachineWithoutNode,
  archipelagoLayeredBuildFailing,
  archipelagoLayeringRolloutStalled,
  archipelagoOperatorNotReconciling,
  archipelagoOperatorDown,
  archipelagoOtherOperatorRuns,
  archipelagoCertificateExpiring,
  archipelagoWatchStale,
  archipelagoDoctorCritical,
  sspFailingToReconcile,
  sspDown,
];
