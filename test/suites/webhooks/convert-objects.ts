import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Reply } from './webhook-case.ts';

/** v1 has `spec.size`; v2 has `spec.area.size`; v3 has `spec.text`, the size as a text. */
function sizeOf(object: JsonObject): number | undefined {
  const spec = objectAt(object, 'spec');
  const size = spec.size ?? objectAt(spec, 'area').size ?? Number(textAt(spec, 'text') || Number.NaN);
  return typeof size === 'number' && !Number.isNaN(size) ? size : undefined;
}

function sizeIn(version: string, size: number): JsonObject {
  if (version === 'v1') return { size };
  return version === 'v2' ? { area: { size } } : { text: String(size) };
}

function convert(object: JsonObject, apiVersion: string): JsonObject {
  if (!isJsonObject(object.spec)) return { ...object, apiVersion };
  const { size: _size, area: _area, text: _text, ...others } = object.spec;
  const size = sizeOf(object);
  const own = size === undefined ? {} : sizeIn(apiVersion.split('/')[1] ?? '', size);
  return { ...object, apiVersion, spec: { ...others, ...own } };
}

/** The ConversionReview that answers another. */
export function converted(review: JsonObject, reply: Extract<Reply, { kind: 'convert' }>): JsonObject {
  const request = objectAt(review, 'request');
  const desired = textAt(request, 'desiredAPIVersion');
  const objects = objectsAt(request, 'objects').map((object) => convert(object, desired));
  return {
    apiVersion: textAt(review, 'apiVersion'),
    kind: 'ConversionReview',
    response: {
      uid: textAt(request, 'uid'),
      result: { status: 'Success' },
      convertedObjects: reply.objects?.(objects) ?? objects,
      ...reply.response,
    },
  };
}
