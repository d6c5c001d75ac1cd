import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../api/json-value.ts';
import { definitionWith, refusalsOf } from './refusals-of.test-support.ts';

describe('conversion', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ['no strategy', definitionWith({ conversion: {} }), ['spec.conversion.strategy: Required value']],
    [
      'an unknown strategy',
      definitionWith({ conversion: { strategy: 'webhook' } }),
      ['spec.conversion.strategy: Unsupported value: "webhook": supported values: "None", "Webhook"'],
    ],
    ['none', definitionWith({ conversion: { strategy: 'None' } }), []],
    [
      'none with a webhook',
      definitionWith({
        conversion: {
          strategy: 'None',
          webhook: { clientConfig: { url: 'https://a' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook',
        'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
      ],
    ],
    [
      'none with an empty webhook',
      definitionWith({ conversion: { strategy: 'None', webhook: { conversionReviewVersions: [] } } }),
      [],
    ],
    [
      'an unknown strategy with a webhook',
      definitionWith({
        conversion: { strategy: 'x', webhook: { clientConfig: {}, conversionReviewVersions: ['v1'] } },
      }),
      [
        'spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook',
        'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
        'spec.conversion.strategy: Unsupported value: "x": supported values: "None", "Webhook"',
      ],
    ],
    [
      'a webhook without anything',
      definitionWith({ conversion: { strategy: 'Webhook' } }),
      [
        'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
    [
      'a webhook without a client',
      definitionWith({ conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } } }),
      ['spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook'],
    ],
    [
      'a webhook without versions',
      definitionWith({
        conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'https://a' } } },
      }),
      ['spec.conversion.conversionReviewVersions: Required value'],
    ],
    [
      'versions that nobody knows',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a' }, conversionReviewVersions: ['v2', 'v3'] },
        },
      }),
      [
        'spec.conversion.conversionReviewVersions: Invalid value: ["v2","v3"]: must include at least one of v1, v1beta1',
      ],
    ],
    [
      'a version that is known',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a' }, conversionReviewVersions: ['v2', 'v1beta1'] },
        },
      }),
      [],
    ],
    [
      'versions that are none',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { url: 'https://a' },
            conversionReviewVersions: ['v1', 'V1', '', 'v1', 'v1'],
          },
        },
      }),
      [
        "spec.conversion.conversionReviewVersions[1]: Invalid value: \"V1\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        "spec.conversion.conversionReviewVersions[2]: Invalid value: \"\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        'spec.conversion.conversionReviewVersions[3]: Invalid value: "v1": duplicate version',
        'spec.conversion.conversionReviewVersions[4]: Invalid value: "v1": duplicate version',
      ],
    ],
    [
      'a service without names',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { service: {} }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.service.name: Required value',
        'spec.conversion.webhookClientConfig.service.namespace: Required value',
      ],
    ],
    [
      'a service without a namespace',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { service: { name: 'a' } }, conversionReviewVersions: ['v1'] },
        },
      }),
      ['spec.conversion.webhookClientConfig.service.name: Required value'],
    ],
    [
      'a service without a name',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { service: { namespace: 'a' } }, conversionReviewVersions: ['v1'] },
        },
      }),
      ['spec.conversion.webhookClientConfig.service.namespace: Required value'],
    ],
    [
      'port 0',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', port: 0 } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'port 1',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', port: 1 } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [],
    ],
    [
      'port 65535',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', port: 65535 } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [],
    ],
    [
      'port 65536',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', port: 65536 } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.service.port: Invalid value: 65536: port is not valid: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'an empty path',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: '' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [],
    ],
    [
      'the root path',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: '/' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [],
    ],
    [
      'two slashes',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: '//' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      ['spec.conversion.webhookClientConfig.service.path: Invalid value: "//": segment[0] may not be empty'],
    ],
    [
      'a path',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: '/a/b.c/d-e/' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [],
    ],
    [
      'a path without a slash',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: 'ab/c' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      ['spec.conversion.webhookClientConfig.service.path: Invalid value: "ab/c": must start with a \'/\''],
    ],
    [
      'a path with an empty segment',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: '/a//b' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.service.path: Invalid value: "/a//b": segment[1] may not be empty',
      ],
    ],
    [
      'a path that ends in two slashes',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: '/a//' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.service.path: Invalid value: "/a//": segment[1] may not be empty',
      ],
    ],
    [
      'a path with segments that are none',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { service: { name: 'a', namespace: 'b', path: '/a/B/c_d' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      [
        "spec.conversion.webhookClientConfig.service.path: Invalid value: \"/a/B/c_d\": segment[1]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        "spec.conversion.webhookClientConfig.service.path: Invalid value: \"/a/B/c_d\": segment[2]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ],
    ],
    [
      'a URL of no scheme',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'a.b/c' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
        'spec.conversion.webhookClientConfig.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
      ],
    ],
    [
      'a URL of a scheme in capitals',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'HTTPS://a/b' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [],
    ],
    [
      'a URL of another scheme',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'http://a/b' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "http": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
      ],
    ],
    [
      'an empty URL',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: '' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
        'spec.conversion.webhookClientConfig.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
      ],
    ],
    [
      'a URL without a host',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https:///a' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
      ],
    ],
    [
      'a URL of a user without a password',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://u@a/b' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "u": user information is not permitted in the URL',
      ],
    ],
    [
      'a URL with all that is not wanted',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://u:p@a/b?c=d#e' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "u:p": user information is not permitted in the URL',
        'spec.conversion.webhookClientConfig.url: Invalid value: "e": fragments are not permitted in the URL',
        'spec.conversion.webhookClientConfig.url: Invalid value: "c=d": query parameters are not permitted in the URL',
      ],
    ],
    [
      'both a URL and a service',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: {
            clientConfig: { url: 'https://a', service: { name: 'a', namespace: 'b' } },
            conversionReviewVersions: ['v1'],
          },
        },
      }),
      ['spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required'],
    ],
    [
      'a URL with a bad port',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a:b/' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Required value: url must be a valid URL: parse "https://a:b/": invalid port ":b" after host; desired format: https://host[/path]',
      ],
    ],
    [
      'a URL with a bad escape',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a/%zz' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Required value: url must be a valid URL: parse "https://a/%zz": invalid URL escape "%zz"; desired format: https://host[/path]',
      ],
    ],
    [
      'a URL with a bad fragment',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a/#%zz' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Required value: url must be a valid URL: parse "https://a/#%zz": invalid URL escape "%zz"; desired format: https://host[/path]',
      ],
    ],
    [
      'a URL with an escaped fragment',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a/#%41' }, conversionReviewVersions: ['v1'] },
        },
      }),
      ['spec.conversion.webhookClientConfig.url: Invalid value: "A": fragments are not permitted in the URL'],
    ],
    [
      'a relative URL with a colon',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'a:b/c:d' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "a": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
        'spec.conversion.webhookClientConfig.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
      ],
    ],
    [
      'a relative URL with a colon in its first segment',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: '1a:b/c' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Required value: url must be a valid URL: parse "1a:b/c": first path segment in URL cannot contain colon; desired format: https://host[/path]',
      ],
    ],
    [
      'a relative URL with a colon further on',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'a/b:c' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
        'spec.conversion.webhookClientConfig.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
      ],
    ],
    [
      'a relative URL with a bad escape',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'a%zz' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Required value: url must be a valid URL: parse "a%zz": invalid URL escape "%zz"; desired format: https://host[/path]',
      ],
    ],
    [
      'a reference of a host alone',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: '//a/b' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
      ],
    ],
    [
      'a URL of an empty user',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://@a/b' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "": user information is not permitted in the URL',
      ],
    ],
    [
      'a URL of a user with escapes',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://u%41!:p%40q@a/b' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Invalid value: "uA%21:p%40q": user information is not permitted in the URL',
      ],
    ],
    [
      'a URL with an empty query',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a/b?' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [],
    ],
    [
      'a URL with an empty fragment',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a/b#' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [],
    ],
    [
      'a URL with a control character',
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a/\u0001' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Required value: url must be a valid URL: parse "https://a/\\x01": net/url: invalid control character in URL; desired format: https://host[/path]',
      ],
    ],
    [
      "a URL without a scheme's name",
      definitionWith({
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: '://a' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.conversion.webhookClientConfig.url: Required value: url must be a valid URL: parse "://a": missing protocol scheme; desired format: https://host[/path]',
      ],
    ],
  ])('%s', (_, given, refusals) => {
    expect(refusalsOf(given)).toEqual(refusals);
  });
});
