import { CliError } from '../../errors.js'
import type { PluginPackage } from '../../plan/plugins/plugin-manifest.js'

/** Checks that the permissions of an installed plugin equal those that were shown before the installation. Throws `INVALID_MANIFEST`. */
export function checkPermissions({ name, manifest }: PluginPackage, shown: PluginPackage | undefined): void {
  if (JSON.stringify(manifest.permissions) === JSON.stringify(shown?.manifest.permissions)) return
  throw new CliError('INVALID_MANIFEST', `"${name}" was installed with permissions that differ from those shown.`, {
    advice: 'Run the command again and read them. The changes of this run were undone.',
  })
}
