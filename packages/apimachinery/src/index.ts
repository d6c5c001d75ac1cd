export { canonicalJson, digestOf } from './api/canonical-json.ts';
export { isJsonObject, type JsonObject, type JsonValue } from './api/json-value.ts';
export type { KubernetesObject, ObjectMeta, OwnerReference } from './api/kubernetes-object.ts';
export {
  decodeServerJsonPatch,
  decodeServerMergePatch,
  decodeServerStrategicPatch,
  parseJsonPatch,
  type UndecodedPatch,
} from './patch/decode-patch.ts';
export { goJsonError } from './patch/go-json-error.ts';
export { goTypeName, goValueText } from './patch/go-value-text.ts';
export { jsonEqual } from './patch/json-equal.ts';
export { applyJsonPatch } from './patch/json-patch.ts';
export type { JsonPatchOperation } from './patch/json-patch-operation.ts';
export { applyMergePatch, applyServerMergePatch } from './patch/merge-patch.ts';
export { isJsonList, objectOf, ownMember } from './patch/own-member.ts';
export type { PatchSchema } from './patch/patch-schema.ts';
export { scanJson } from './patch/scan-json.ts';
export { applyStrategicMergePatch } from './patch/strategic-merge-patch.ts';
export { admitObject } from './schema/admit-object.ts';
export {
  boolType,
  type CelType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
  typeText,
} from './schema/cel/cel-type.ts';
export { type CelValue, celError, listValue, type MapValue } from './schema/cel/cel-value.ts';
export { checkRules } from './schema/cel/check-rules.ts';
export {
  type CompiledExpression,
  compileExpression,
  type ExpressionEnvironment,
  evaluateExpression,
} from './schema/cel/expression.ts';
export { loadRuleEngine } from './schema/cel/load-rule-engine.ts';
export { ruleEngine } from './schema/cel/rule-engine.ts';
export { walkExpr } from './schema/cel/syntax/ast.ts';
export { checkCustomResourceDefinition } from './schema/check-custom-resource-definition.ts';
export { type CompiledSchema, compileSchema } from './schema/compile-schema.ts';
export { applyDefaults } from './schema/default-values.ts';
export { dropNulls } from './schema/drop-nulls.ts';
export { coerceMetadata } from './schema/embedded/coerce-metadata.ts';
export type { FieldError, FieldErrorType } from './schema/field-error.ts';
export { formatGoDuration, parseGoDuration } from './schema/go-duration.ts';
export { compareBytes, marshal } from './schema/go-text/marshal.ts';
export { floatText } from './schema/go-text/number.ts';
export { quote } from './schema/go-text/quote.ts';
export { label1035Problems, label1123Problems, subdomainProblems } from './schema/names.ts';
export { nestsDeeperThan } from './schema/nests-deeper-than.ts';
export { parseJson } from './schema/parse-json.ts';
export { parseStructuralSchema } from './schema/parse-structural-schema.ts';
export { printJson } from './schema/print-json.ts';
export { prune } from './schema/prune.ts';
export { canonicalQuantity, parseQuantity } from './schema/quantity.ts';
export type { StructuralSchema } from './schema/structural-schema.ts';
export { validate } from './schema/validate.ts';
export { yamlNestsDeeperThan } from './schema/yaml-nests-deeper-than.ts';
export { parseFieldSelector } from './selectors/field-selector.ts';
export { type LabelSelector, labelSelectorErrors, parseLabelSelector } from './selectors/label-selector.ts';
export { parseLabelSelectorText } from './selectors/label-selector-text.ts';
export { labelKeyErrors } from './selectors/label-syntax.ts';
export { matchesPodPlacement, parseNodeSelector } from './selectors/node-affinity.ts';
export { type Backoff, backoffBoundMs, jitteredDelayMs } from './time/backoff.ts';
export { type Clock, sleep, systemClock } from './time/clock.ts';
