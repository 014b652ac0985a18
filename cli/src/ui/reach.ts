import { shortName } from '../plan/first-party.js'
import type { PluginPackage } from '../plan/plugin-manifest.js'

/** What plugins may reach, a line for each that reaches anything. */
export function reachLines(plugins: readonly Pick<PluginPackage, 'name' | 'manifest'>[]): readonly string[] {
  const lines = plugins.flatMap(({ name, manifest: { permissions } }) => {
    const parts = new Set([
      ...permissions.api,
      ...Object.values(permissions.origins).flat(),
      ...permissions.storage.map((key) => `storage:${key}`),
      ...(permissions.devices ?? []).map((device) => `device:${device}`),
    ])
    return parts.size === 0 ? [] : [`  ${shortName(name)}: ${[...parts].join(', ')}`]
  })
  return lines.length > 0 ? lines : ['  nothing beyond the page']
}
