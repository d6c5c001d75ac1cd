import {
  type FieldError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  valueAt,
} from '@archipelago/apimachinery';
import { invalidValue } from '../validation/field-errors.ts';

/** Where a resource keeps what its scale subresource shows. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** Leads to a selector's text in custom resources, to a selector in built-in kinds. */
  readonly labelSelector: string | undefined;
}

const MAX_REPLICAS = 2_147_483_647;

/** `.spec.replicas` as field names. */
export function scaleSteps(path: string): readonly string[] {
  return path.split('.').filter((step) => step !== '');
}

function goType(value: JsonValue): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function goText(value: JsonValue): string {
  return Array.isArray(value) ? `[${value.map(goText).join(' ')}]` : String(value);
}

interface Read {
  readonly value: JsonValue | undefined;
  readonly problem?: string;
}

/** Follows the steps; what is in the way of one is the problem. */
function read(object: JsonObject, path: string): Read {
  let value: JsonValue | undefined = object;
  for (const step of scaleSteps(path)) {
    if (value === undefined) return { value };
    if (!isJsonObject(value)) {
      const found = `${goText(value)} is of the type ${goType(value)}`;
      return {
        value: undefined,
        problem: `${path} accessor error: ${found}, expected map[string]interface{}`,
      };
    }
    value = valueAt(value, step);
  }
  if (value === undefined || typeof value === 'number') return { value };
  return {
    value: undefined,
    problem: `${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected int64`,
  };
}

/** What is wrong with the number of replicas a custom resource asks for. */
export function scaleErrors(object: JsonObject, scale: ScalePaths | undefined): readonly FieldError[] {
  if (scale === undefined) return [];
  const { value, problem } = read(object, scale.specReplicas);
  if (problem !== undefined) return [invalidValue(scale.specReplicas, 0, problem)];
  if (typeof value !== 'number') return [];
  if (value < 0) return [invalidValue(scale.specReplicas, value, 'should be a non-negative integer')];
  if (value <= MAX_REPLICAS) return [];
  return [invalidValue(scale.specReplicas, value, `should be less than or equal to ${MAX_REPLICAS}`)];
}
