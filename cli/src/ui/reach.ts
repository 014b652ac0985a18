import { shortName } from '../plan/first-party.js'
import type { PluginPackage } from '../plan/plugin-manifest.js'

/** What plugins may reach, a line for each that reaches anything. */
export function reachLines(plugins: readonly Pick<PluginPackage, 'name' | 'manifest'>[]): readonly string[] {
  const lines = plugins.flatMap((plugin) => {
    const places = placesOf(plugin)
    return places.length === 0 ? [] : [`  ${shortName(plugin.name)}: ${places.join(', ')}`]
  })
  return lines.length > 0 ? lines : ['  nothing beyond the page']
}

/** Everything that a plugin may reach, in words. */
export const placesOf = ({ manifest: { permissions } }: Pick<PluginPackage, 'manifest'>): readonly string[] => [
  ...new Set([
    ...permissions.api,
    ...Object.values(permissions.origins).flat(),
    ...permissions.storage.map((key) => `storage:${key}`),
    ...(permissions.devices ?? []).map((device) => `device:${device}`),
  ]),
]
