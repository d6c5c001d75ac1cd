// Prints the published descriptions of the fields that table columns show.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	coordination "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	scheduling "k8s.io/api/scheduling/v1"
	storage "k8s.io/api/storage/v1"
	admission "k8s.io/api/admissionregistration/v1"
	discovery "k8s.io/api/discovery/v1"
	node "k8s.io/api/node/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type doc interface{ SwaggerDoc() map[string]string }

func main() {
	out := map[string]string{}
	add := func(name string, d doc, fields ...string) {
		for _, f := range fields {
			t, ok := d.SwaggerDoc()[f]
			if !ok {
				panic(name + "." + f)
			}
			out[name+"."+f] = t
		}
	}
	add("ObjectMeta", meta.ObjectMeta{}, "name", "creationTimestamp")
	add("TypeMeta", meta.TypeMeta{}, "apiVersion", "kind")
	add("PatchOptions", meta.PatchOptions{}, "dryRun", "fieldManager", "fieldValidation", "force")
	add("CreateOptions", meta.CreateOptions{}, "fieldManager")
	add("DaemonSet", apps.DaemonSet{}, "metadata")
	add("ConfigMap", core.ConfigMap{}, "data")
	add("Secret", core.Secret{}, "type", "data")
	add("LeaseSpec", coordination.LeaseSpec{}, "holderIdentity")
	add("RoleBinding", rbac.RoleBinding{}, "roleRef")
	add("ClusterRoleBinding", rbac.ClusterRoleBinding{}, "roleRef")
	add("NodeSystemInfo", core.NodeSystemInfo{}, "kubeletVersion", "osImage", "kernelVersion", "containerRuntimeVersion")
	add("NodeStatus", core.NodeStatus{}, "addresses")
	add("Event", core.Event{}, "lastTimestamp", "type", "reason", "involvedObject", "message", "firstTimestamp", "count")
	add("ObjectReference", core.ObjectReference{}, "fieldPath")
	add("EventSource", core.EventSource{}, "component")
	add("PodStatus", core.PodStatus{}, "podIP", "nominatedNodeName")
	add("PodSpec", core.PodSpec{}, "nodeName", "readinessGates")
	add("ServiceSpec", core.ServiceSpec{}, "type", "clusterIP", "ports", "selector", "externalIPs")
	add("DeploymentStatus", apps.DeploymentStatus{}, "updatedReplicas", "availableReplicas")
	add("DeploymentSpec", apps.DeploymentSpec{}, "selector")
	add("DaemonSetStatus", apps.DaemonSetStatus{}, "desiredNumberScheduled", "currentNumberScheduled", "numberReady", "updatedNumberScheduled", "numberAvailable")
	add("DaemonSetSpec", apps.DaemonSetSpec{}, "selector")
	add("ReplicaSetSpec", apps.ReplicaSetSpec{}, "replicas", "selector")
	add("ReplicaSetStatus", apps.ReplicaSetStatus{}, "replicas", "readyReplicas")
	add("ReplicationControllerSpec", core.ReplicationControllerSpec{}, "replicas", "selector")
	add("ReplicationControllerStatus", core.ReplicationControllerStatus{}, "replicas", "readyReplicas")
	add("JobSpec", batch.JobSpec{}, "selector")
	add("JobStatus", batch.JobStatus{}, "startTime", "succeeded", "active")
	add("CronJobSpec", batch.CronJobSpec{}, "schedule", "suspend", "timeZone")
	add("CronJobStatus", batch.CronJobStatus{}, "active", "lastScheduleTime")
	add("PersistentVolumeClaimStatus", core.PersistentVolumeClaimStatus{}, "phase", "accessModes", "capacity")
	add("PersistentVolumeClaimSpec", core.PersistentVolumeClaimSpec{}, "volumeName", "storageClassName", "volumeMode", "volumeAttributesClassName")
	add("PersistentVolumeSpec", core.PersistentVolumeSpec{}, "capacity", "accessModes", "persistentVolumeReclaimPolicy", "claimRef", "storageClassName", "volumeMode", "volumeAttributesClassName")
	add("PersistentVolumeStatus", core.PersistentVolumeStatus{}, "phase", "reason")
	add("PriorityClass", scheduling.PriorityClass{}, "value", "globalDefault", "preemptionPolicy")
	add("CSIDriverSpec", storage.CSIDriverSpec{}, "attachRequired", "podInfoOnMount", "storageCapacity", "tokenRequests", "requiresRepublish", "volumeLifecycleModes")
	add("StorageClass", storage.StorageClass{}, "provisioner", "reclaimPolicy", "volumeBindingMode", "allowVolumeExpansion")
	add("NetworkPolicySpec", networking.NetworkPolicySpec{}, "podSelector")
	add("PodDisruptionBudgetSpec", policy.PodDisruptionBudgetSpec{}, "minAvailable", "maxUnavailable")
	add("PodDisruptionBudgetStatus", policy.PodDisruptionBudgetStatus{}, "disruptionsAllowed")
	add("HorizontalPodAutoscalerSpec", autoscaling.HorizontalPodAutoscalerSpec{}, "scaleTargetRef", "metrics", "minReplicas", "maxReplicas")
	add("HorizontalPodAutoscalerStatus", autoscaling.HorizontalPodAutoscalerStatus{}, "currentReplicas")
	add("ValidatingWebhookConfiguration", admission.ValidatingWebhookConfiguration{}, "webhooks")
	add("MutatingWebhookConfiguration", admission.MutatingWebhookConfiguration{}, "webhooks")
	add("ValidatingAdmissionPolicySpec", admission.ValidatingAdmissionPolicySpec{}, "validations", "paramKind")
	add("ValidatingAdmissionPolicyBindingSpec", admission.ValidatingAdmissionPolicyBindingSpec{}, "policyName", "paramRef")
	add("EndpointSlice", discovery.EndpointSlice{}, "addressType", "ports", "endpoints")
	add("RuntimeClass", node.RuntimeClass{}, "handler")
	b := &bytes.Buffer{}
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(out)
	fmt.Print(b.String())
}
