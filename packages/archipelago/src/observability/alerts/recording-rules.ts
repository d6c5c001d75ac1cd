/** A series that is computed from others. */
interface RecordingRule {
  readonly record: string;
  readonly expr: string;
}

const health = 'kubevirt_hco_system_health_status';

function level(value: number, impact: string): string {
  const alerts = `ALERTS{kubernetes_operator_part_of="kubevirt",alertstate="firing",operator_health_impact="${impact}"}`;
  return `(vector(${value}) and on() ((${health} == ${value}) or (count(${alerts}) > 0)))`;
}

/**
 * Upstream's, under the same names: the health of the whole from conditions and from alerts (0 healthy, 1 warning, 2 critical), the CPUs that
 * machines ask for, and the memory that containers use beyond what they asked for.
 */
export const recordingRules: readonly RecordingRule[] = [
  {
    record: 'kubevirt_hyperconverged_operator_health_status',
    expr: `label_replace(${level(2, 'critical')} or ${level(1, 'warning')} or vector(0), "name", "kubevirt-hyperconverged", "", "")`,
  },
  {
    record: 'cluster:vmi_request_cpu_cores:sum',
    expr: 'sum(kube_pod_container_resource_requests{resource="cpu"} and on (pod) kube_pod_status_phase{phase="Running"} * on (pod) group_left kube_pod_labels{label_kubevirt_io="virt-launcher"} > 0)',
  },
  {
    record: 'cnv_abnormal',
    expr: 'sum by (container, reason) (kubevirt_memory_delta_from_requested_bytes)',
  },
];
