import { testEveryPermission } from '../suites/every-permission.ts';
import { testPermissions } from '../suites/permissions.ts';
import { installedSandboxes } from '../support/installed-servers.ts';

testPermissions(installedSandboxes());
testEveryPermission(installedSandboxes);
