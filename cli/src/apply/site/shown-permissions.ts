import { CliError } from '../../errors.js'
import type { PluginManifest, PluginPackage } from '../../plan/plugins/plugin-manifest.js'

/** Throws `INVALID_MANIFEST` if an installed plugin has other permissions than `shown`, the plugin that the user saw before the installation. */
export function checkPermissions({ name, manifest }: PluginPackage, shown: PluginPackage | undefined): void {
  if (JSON.stringify(shownFields(manifest)) === JSON.stringify(shown && shownFields(shown.manifest))) return
  throw new CliError('INVALID_MANIFEST', `"${name}" was installed with permissions that differ from those shown.`, {
    advice: 'Run the command again and read them. The changes of this run were undone.',
  })
}

/**
 * Fields that the user was shown as permissions. Includes `requires` and `optional`, because a capability can let the plugin propose transactions.
 */
const shownFields = ({ permissions, requires, optional }: PluginManifest): object => ({
  permissions,
  requires,
  optional,
})
