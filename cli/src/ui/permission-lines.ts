import type { JsonObject } from '../plan/files/json.js'
import { shortName } from '../plan/plugins/first-party.js'
import { originKinds, permissionsOf } from '../plan/plugins/permissions.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'

type Options = Readonly<Record<string, JsonObject>>

/** One line for each plugin with permissions, or the line "no permissions". Origins depend on the plugins' `options` in wallet-modal.json. */
export function permissionLines(
  plugins: readonly Pick<PluginPackage, 'name' | 'manifest'>[],
  options: Options,
): readonly string[] {
  const lines = plugins.flatMap((plugin) => {
    const texts = permissionTexts(plugin, options[plugin.name])
    return texts.length === 0 ? [] : [`  ${shortName(plugin.name)}: ${texts.join(', ')}`]
  })
  return lines.length > 0 ? lines : ['  no permissions']
}

/** Sentence for users about the enforcement of permissions. */
export const enforcement =
  'It runs with the rights of the page: the kernel checks its permissions in its own API, but does not isolate it.'

/**
 * Permissions of a plugin as the command line prints them: API routes, origins with their use, storage keys, devices, and the chain families on which
 * it can propose transactions.
 */
export function permissionTexts(plugin: Pick<PluginPackage, 'manifest'>, options: JsonObject = {}): readonly string[] {
  const { manifest } = plugin
  const { api, origins, storage, devices = [] } = permissionsOf(plugin, options)
  const others = [...storage.map((key) => `storage:${key}`), ...devices.map((device) => `device:${device}`)]
  const uses = originKinds.flatMap((kind) => (origins[kind] ?? []).map((origin) => `${kind}:${origin}`))
  return [...api, ...uses, ...others, ...transactionsOf(manifest)].map((text) => text.replace(/\s+/g, ' '))
}

const transactionsOf = ({ requires, optional }: PluginPackage['manifest']): readonly string[] =>
  [...requires, ...optional].filter((capability) => capability.startsWith('transactions:'))
