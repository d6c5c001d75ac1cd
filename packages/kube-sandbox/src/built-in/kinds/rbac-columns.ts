import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Column } from '../../resources/resource-type.ts';
import { column, fieldText } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import type { DefaultRule } from '../declaration/fill-defaults.ts';

const GROUP = 'rbac.authorization.k8s.io';

function subjects(object: JsonObject, kind: string): string {
  const found = objectsAt(object, 'subjects').filter((subject) => subject.kind === kind);
  const names = found.map((subject) => {
    const name = textAt(subject, 'name');
    return kind === 'ServiceAccount' ? `${textAt(subject, 'namespace')}/${name}` : name;
  });
  return names.join(', ');
}

function role(object: JsonObject): string {
  const reference = objectAt(object, 'roleRef');
  return `${textAt(reference, 'kind')}/${textAt(reference, 'name')}`;
}

/** Columns of the two kinds of bindings. */
export function bindingColumns(kind: 'RoleBinding' | 'ClusterRoleBinding'): readonly Column[] {
  const name = kind === 'RoleBinding' ? 'roleBinding' : 'clusterRoleBinding';
  return [
    nameColumn,
    column('Role', fieldText(`${kind}.roleRef`).replace(' This field is immutable.', ''), role),
    ageColumn,
    column('Users', `Users in the ${name}`, (object) => subjects(object, 'User'), { wide: true }),
    column('Groups', `Groups in the ${name}`, (object) => subjects(object, 'Group'), { wide: true }),
    column(
      'ServiceAccounts',
      `ServiceAccounts in the ${name}`,
      (object) => subjects(object, 'ServiceAccount'),
      {
        wide: true,
      },
    ),
  ];
}

/** Roles and people belong to the group; service accounts to the core group. */
export const bindingDefaults: readonly DefaultRule[] = [
  {
    at: 'roleRef',
    fields: (reference) => (textAt(reference, 'apiGroup') === '' ? { apiGroup: GROUP } : {}),
  },
  { at: 'subjects[*]', fields: (subject) => (subject.kind === 'ServiceAccount' ? {} : { apiGroup: GROUP }) },
];
