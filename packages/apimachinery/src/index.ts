export { canonicalJson, digestOf } from './api/canonical-json.ts';
export { conditionOf, isConditionTrue } from './api/condition.ts';
export { isKubernetesObject } from './api/is-kubernetes-object.ts';
export { jsonEqual } from './api/json-equal.ts';
export { listAt, numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from './api/json-members.ts';
export { isJsonList, isJsonObject, type JsonObject, type JsonValue } from './api/json-value.ts';
export type { KubernetesObject, ObjectMeta, OwnerReference } from './api/kubernetes-object.ts';
export {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  type Quantity,
  quantityAsNumber,
  subtractQuantities,
} from './api/quantity.ts';
export { formatGoDuration, parseGoDuration } from './go-text/go-duration.ts';
export { compareBytes, marshal } from './go-text/marshal.ts';
export { floatText } from './go-text/number.ts';
export { quote } from './go-text/quote.ts';
export { visibleText } from './go-text/visible-text.ts';
export { nestsDeeperThan } from './json/nests-deeper-than.ts';
export { parseJson } from './json/parse-json.ts';
export { printJson } from './json/print-json.ts';
export { yamlNestsDeeperThan } from './json/yaml-nests-deeper-than.ts';
export {
  decodeServerJsonPatch,
  decodeServerMergePatch,
  decodeServerStrategicPatch,
  parseJsonPatch,
  type UndecodedPatch,
} from './patch/decode-patch.ts';
export { goJsonError } from './patch/go-json-error.ts';
export { goTypeName, goValueText } from './patch/go-value-text.ts';
export { applyJsonPatch } from './patch/json-patch.ts';
export type { JsonPatchOperation } from './patch/json-patch-operation.ts';
export { applyMergePatch, applyServerMergePatch } from './patch/merge-patch.ts';
export { objectOf } from './patch/object-of.ts';
export type { PatchSchema } from './patch/patch-schema.ts';
export { scanJson } from './patch/scan-json.ts';
export { applyStrategicMergePatch } from './patch/strategic-merge-patch.ts';
export { admitObject } from './schema/admit/admit-object.ts';
export { applyDefaults } from './schema/admit/default-values.ts';
export { dropNulls } from './schema/admit/drop-nulls.ts';
export { prune } from './schema/admit/prune.ts';
export {
  type CompiledExpression,
  compileExpression,
  type ExpressionEnvironment,
  evaluateExpression,
} from './schema/cel/expression.ts';
export { appliedObject, type ForeignValue } from './schema/cel/patches/applied-object.ts';
export { misnamedTypes } from './schema/cel/patches/misnamed-types.ts';
export { patchValue } from './schema/cel/patches/patch-value.ts';
export { checkRules } from './schema/cel/rules/check-rules.ts';
export {
  isForgiven,
  type Ratchet,
  ratchetField,
  ratchetItem,
  startRatchet,
} from './schema/cel/rules/correlation.ts';
export { loadRuleEngine } from './schema/cel/rules/load-rule-engine.ts';
export { ruleEngine } from './schema/cel/rules/rule-engine.ts';
export { walkExpr } from './schema/cel/syntax/ast.ts';
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
} from './schema/cel/values/cel-type.ts';
export {
  type CelValue,
  celError,
  isList,
  isMessage,
  type MapValue,
  type MessageValue,
} from './schema/cel/values/cel-value.ts';
export { checkCustomResourceDefinition } from './schema/crd/check-custom-resource-definition.ts';
export { coerceMetadata } from './schema/embedded/coerce-metadata.ts';
export type { FieldError, FieldErrorType } from './schema/field-errors/field-error.ts';
export { label1035Problems, label1123Problems, subdomainProblems } from './schema/formats/names.ts';
export { type CompiledSchema, compileSchema } from './schema/structural/compile-schema.ts';
export { parseStructuralSchema } from './schema/structural/parse-structural-schema.ts';
export type { StructuralSchema } from './schema/structural/structural-schema.ts';
export { validate } from './schema/validate/validate.ts';
export { parseFieldSelector } from './selectors/field-selector.ts';
export { type LabelSelector, labelSelectorErrors, parseLabelSelector } from './selectors/label-selector.ts';
export { parseLabelSelectorText } from './selectors/label-selector-text.ts';
export { labelKeyErrors, labelValueErrors } from './selectors/label-syntax.ts';
export { matchesPodPlacement, parseNodeSelector } from './selectors/node-affinity.ts';
export { type Taint, tolerates } from './selectors/tolerates.ts';
export { type Backoff, backoffBoundMs, jitteredDelayMs } from './time/backoff.ts';
export { type Clock, sleep, systemClock } from './time/clock.ts';
export { MovableClock } from './time/movable-clock.ts';
export { timestamp } from './time/timestamp.ts';
