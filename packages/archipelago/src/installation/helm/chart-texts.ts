/** Helpers of the chart's templates: what values come to that are not simply written down. */
export const helpers = `{{- define "archipelago.image" -}}
{{- if $.Values.image.digest -}}
{{ $.Values.image.repository }}@{{ $.Values.image.digest }}
{{- else -}}
{{ $.Values.image.repository }}:{{ $.Values.image.tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "archipelago.monitoringNamespace" -}}
{{- if $.Values.monitoring.account.namespace -}}
{{ $.Values.monitoring.account.namespace }}
{{- else if eq $.Values.platform "openshift" -}}
openshift-monitoring
{{- else -}}
monitoring
{{- end -}}
{{- end }}
`;

/** What a schema cannot see. */
export const checks = `{{- if and $.Values.layering.builder (eq $.Values.layering.namespace $.Release.Namespace) }}
{{- fail "layering.namespace is the namespace of the release: builds read Secrets of their namespace; name another one" }}
{{- end }}
{{- if and $.Values.layering.rollout (not $.Values.layering.builder) }}
{{- fail "layering.rollout needs layering.builder: there are no images without it" }}
{{- end }}
{{- if and (eq $.Values.webhook.certificates "files") (not $.Values.webhook.authority) }}
{{- fail "webhook.certificates: files needs webhook.authority: what API servers are to trust" }}
{{- end }}
`;

/** Told after an installation. */
export const notes = `Archipelago runs in {{ $.Release.Namespace }}.

Operands run privileged daemons in this namespace. Where pods are held to a standard, let them:

  kubectl label namespace {{ $.Release.Namespace }} --overwrite pod-security.kubernetes.io/enforce=privileged{{ if and $.Values.monitoring.enabled (eq $.Values.platform "openshift") }} openshift.io/cluster-monitoring=true{{ end }}

Is the operator ready?

  helm test {{ $.Release.Name }} -n {{ $.Release.Namespace }}

Then write the HyperConverged, by this name and in this namespace:

  kubectl apply -f - <<END
  apiVersion: hco.kubevirt.io/v1beta1
  kind: HyperConverged
  metadata:
    name: kubevirt-hyperconverged
    namespace: {{ $.Release.Namespace }}
  END
  kubectl wait hco kubevirt-hyperconverged -n {{ $.Release.Namespace }} --for=condition=Available --timeout=20m

Before you uninstall, delete the HyperConverged and wait until it is gone: the operator has to take its operands away.
Definitions and the namespaces of images and builds stay.
`;

/** Asks a replica, through its Service, whether it is ready; the certificate may be its own, which nobody can check. */
export const chartTest = `apiVersion: v1
kind: Pod
metadata:
  name: {{ $.Release.Name }}-ready
  namespace: {{ $.Release.Namespace }}
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  securityContext:
    runAsNonRoot: true
    seccompProfile:
      type: RuntimeDefault
  {{- with $.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
  - name: ready
    image: {{ include "archipelago.image" $ | quote }}
    command: ["/usr/bin/node", "-e"]
    args:
    - |
      require('node:https').get('https://archipelago-operator-metrics:8443/readyz', { rejectUnauthorized: false }, (answer) => {
        process.stdout.write('readyz: ' + answer.statusCode + '\\n');
        process.exitCode = answer.statusCode === 200 ? 0 : 1;
        answer.resume();
      });
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: ["ALL"]
`;
