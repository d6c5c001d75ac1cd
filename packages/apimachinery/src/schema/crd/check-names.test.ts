import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../api/json-value.ts';
import { definitionWith, refusalsOf } from './refusals-of.test-support.ts';

describe('names and groups', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ['no fault', definitionWith({}), []],
    [
      'no name',
      definitionWith({}, { name: '' }),
      ['metadata.name: Required value: name or generateName is required'],
    ],
    [
      'a name that is none',
      definitionWith({}, { name: 'Widgets.t.example.com' }),
      [
        "metadata.name: Invalid value: \"Widgets.t.example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        'metadata.name: Invalid value: "Widgets.t.example.com": must be spec.names.plural+"."+spec.group',
      ],
    ],
    [
      'a name of another plural',
      definitionWith({ names: { kind: 'Widget', plural: 'things' } }),
      ['metadata.name: Invalid value: "widgets.t.example.com": must be spec.names.plural+"."+spec.group'],
    ],
    [
      'a name of another group',
      definitionWith({ group: 'u.example.com' }),
      ['metadata.name: Invalid value: "widgets.t.example.com": must be spec.names.plural+"."+spec.group'],
    ],
    [
      'an annotation that is none',
      definitionWith({}, { annotations: { 'a/b/c': 'x', 'A.B/C': 'y', '': 'z' } }),
      [
        "metadata.annotations: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
        'metadata.annotations: Invalid value: "": name part must be non-empty',
        "metadata.annotations: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      'no group',
      definitionWith({ group: '' }, { name: 'widgets.' }),
      [
        "metadata.name: Invalid value: \"widgets.\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        'spec.group: Required value',
      ],
    ],
    [
      'a group without a dot',
      definitionWith({ group: 'example' }, { name: 'widgets.example' }),
      ['spec.group: Invalid value: "example": should be a domain with at least one dot'],
    ],
    [
      'a group that is none',
      definitionWith({ group: 'Example.com' }, { name: 'widgets.Example.com' }),
      [
        "metadata.name: Invalid value: \"widgets.Example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        "spec.group: Invalid value: \"Example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ],
    ],
    [
      'a long group',
      definitionWith({ group: `a.${'b'.repeat(252)}` }, { name: `widgets.a.${'b'.repeat(252)}` }),
      [
        'metadata.name: Invalid value: "widgets.a.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb": must be no more than 253 characters',
        'spec.group: Invalid value: "a.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb": must be no more than 253 characters',
      ],
    ],
    ['no scope', definitionWith({ scope: '' }), ['spec.scope: Required value']],
    [
      'another scope',
      definitionWith({ scope: 'namespaced' }),
      ['spec.scope: Unsupported value: "namespaced": supported values: "Cluster", "Namespaced"'],
    ],
    ['the scope of the cluster', definitionWith({ scope: 'Cluster' }), []],
    [
      'no names',
      definitionWith({ names: {} }, { name: 'widgets.t.example.com' }),
      [
        'metadata.name: Invalid value: "widgets.t.example.com": must be spec.names.plural+"."+spec.group',
        'spec.names.plural: Required value',
        'spec.names.singular: Required value',
        'spec.names.kind: Required value',
        'spec.names.listKind: Required value',
      ],
    ],
    ['names that follow from the kind', definitionWith({ names: { kind: 'Widget', plural: 'widgets' } }), []],
    [
      'names that are none',
      definitionWith({
        names: { kind: 'Wid_get', plural: 'widgets', singular: '-widget', listKind: '1List' },
      }),
      [
        "spec.names.singular: Invalid value: \"-widget\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        "spec.names.kind: Invalid value: \"Wid_get\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        "spec.names.listKind: Invalid value: \"1List\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'a kind that ends in a dash',
      definitionWith({ names: { kind: 'Widget-', plural: 'widgets', listKind: 'Widget-List' } }),
      [
        "spec.names.singular: Invalid value: \"widget-\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        "spec.names.kind: Invalid value: \"Widget-\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'short names and categories that are none',
      definitionWith({
        names: {
          kind: 'Widget',
          plural: 'widgets',
          shortNames: ['w', 'W', 'w_'],
          categories: ['all', 'All'],
        },
      }),
      [
        "spec.names.shortNames[1]: Invalid value: \"W\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        "spec.names.shortNames[2]: Invalid value: \"w_\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        "spec.names.categories[1]: Invalid value: \"All\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      "a kind that is the list's",
      definitionWith({ names: { kind: 'Widget', plural: 'widgets', listKind: 'Widget' } }),
      ['spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same'],
    ],
    [
      'a plural in capitals',
      definitionWith({ names: { kind: 'Widget', plural: 'Widgets' } }, { name: 'Widgets.t.example.com' }),
      [
        "metadata.name: Invalid value: \"Widgets.t.example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        "spec.names.plural: Invalid value: \"Widgets\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'a protected group',
      definitionWith({ group: 'x.k8s.io' }, { name: 'widgets.x.k8s.io' }),
      [
        'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
    [
      'a protected group, the other',
      definitionWith({ group: 'x.kubernetes.io' }, { name: 'widgets.x.kubernetes.io' }),
      [
        'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
    [
      'the protected group itself',
      definitionWith({ group: 'k8s.io' }, { name: 'widgets.k8s.io' }),
      [
        'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
    [
      'a group that ends like a protected one',
      definitionWith({ group: 'xk8s.io' }, { name: 'widgets.xk8s.io' }),
      [],
    ],
    [
      'a group that begins like a protected one',
      definitionWith({ group: 'k8s.io.x' }, { name: 'widgets.k8s.io.x' }),
      [],
    ],
    [
      'an approved group',
      definitionWith(
        { group: 'x.k8s.io' },
        {
          name: 'widgets.x.k8s.io',
          annotations: {
            'api-approved.kubernetes.io': 'https://github.com/kubernetes/kubernetes/pull/78458',
          },
        },
      ),
      [],
    ],
    [
      'an unapproved group',
      definitionWith(
        { group: 'x.k8s.io' },
        {
          name: 'widgets.x.k8s.io',
          annotations: { 'api-approved.kubernetes.io': 'unapproved, just testing' },
        },
      ),
      [],
    ],
    [
      'a group approved by no URL',
      definitionWith(
        { group: 'x.k8s.io' },
        { name: 'widgets.x.k8s.io', annotations: { 'api-approved.kubernetes.io': 'approved' } },
      ),
      [
        'metadata.annotations[api-approved.kubernetes.io]: Invalid value: "approved": protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
    [
      'a group approved by a path',
      definitionWith(
        { group: 'x.k8s.io' },
        { name: 'widgets.x.k8s.io', annotations: { 'api-approved.kubernetes.io': '/x' } },
      ),
      [
        'metadata.annotations[api-approved.kubernetes.io]: Invalid value: "/x": protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
    [
      'a group approved by a URL without a host',
      definitionWith(
        { group: 'x.k8s.io' },
        { name: 'widgets.x.k8s.io', annotations: { 'api-approved.kubernetes.io': 'https:///x' } },
      ),
      [
        'metadata.annotations[api-approved.kubernetes.io]: Invalid value: "https:///x": protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
    [
      'a group approved by a broken URL',
      definitionWith(
        { group: 'x.k8s.io' },
        { name: 'widgets.x.k8s.io', annotations: { 'api-approved.kubernetes.io': 'https://x/%zz' } },
      ),
      [
        'metadata.annotations[api-approved.kubernetes.io]: Invalid value: "https://x/%zz": protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111',
      ],
    ],
  ])('%s', (_, given, refusals) => {
    expect(refusalsOf(given)).toEqual(refusals);
  });
});
