import type { JsonObject } from '../plan/files/json.js'
import { shortName } from '../plan/plugins/first-party.js'
import { permissionsOf } from '../plan/plugins/permissions.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'

type Options = Readonly<Record<string, JsonObject>>

/** What plugins may reach with their options in wallet-modal.json, a line for each that reaches anything. */
export function reachLines(
  plugins: readonly Pick<PluginPackage, 'name' | 'manifest'>[],
  options: Options,
): readonly string[] {
  const lines = plugins.flatMap((plugin) => {
    const places = placesOf(plugin, options[plugin.name])
    return places.length === 0 ? [] : [`  ${shortName(plugin.name)}: ${places.join(', ')}`]
  })
  return lines.length > 0 ? lines : ['  nothing beyond the page']
}

/** Everything that a plugin may reach, in words. */
export function placesOf(plugin: Pick<PluginPackage, 'manifest'>, options: JsonObject = {}): readonly string[] {
  const { api, origins, storage, devices = [] } = permissionsOf(plugin, options)
  const others = [...storage.map((key) => `storage:${key}`), ...devices.map((device) => `device:${device}`)]
  return [...new Set([...api, ...Object.values(origins).flat(), ...others])]
}
