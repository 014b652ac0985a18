import { WalletModalError } from './errors.js'
import { kernelCopy, type PluginInstance } from './plugin.js'
import { parse } from './schema.js'
import type { Capability } from './token.js'
import { KERNEL_VERSION } from './version.js'

const RESERVED = '@wallet-modal/kernel'

/** Checks what can be told before anything runs. Throws the first mistake with the sentence that mends it; answers with parsed options. */
export function validatePlugins(instances: readonly PluginInstance[]): readonly PluginInstance[] {
  const names = new Map<string, PluginInstance>()
  const owners = new Map<string, string>()
  for (const instance of instances) {
    checkInstance(instance)
    const { name, provides = [], views = [] } = instance.plugin.spec
    const twin = names.get(name)
    if (twin) {
      const same = twin.plugin === instance.plugin
      throw new WalletModalError(
        'DUPLICATE_PLUGIN',
        same ? `"${name}" is listed twice. Remove one of the two.` : `Two copies of "${name}" are bundled. Deduplicate the package (npm dedupe).`,
        { plugin: name },
      )
    }
    names.set(name, instance)
    for (const token of provides) claim(owners, 'DUPLICATE_PROVIDER', token.name, name)
    for (const { view } of views) claim(owners, 'DUPLICATE_VIEW', view.name, name)
  }
  for (const { plugin } of instances) checkNeighbours(plugin.spec.name, plugin.spec.conflicts, plugin.spec.requires, names, owners)
  return instances.map(withParsedOptions)
}

function checkInstance(instance: PluginInstance): void {
  const plugin = instance?.plugin
  if (typeof plugin !== 'function' || typeof plugin.spec?.setup !== 'function') {
    const call = typeof instance === 'function' ? ' Call it: `plugins: [swap()]`, not `plugins: [swap]`.' : ''
    throw new WalletModalError('INVALID_CONFIG', `"plugins" holds something that is no plugin.${call}`)
  }
  const { name, kernel } = plugin.spec
  if (typeof name !== 'string' || !name) throw new WalletModalError('INVALID_CONFIG', 'A plugin has no name. Its `name` is that of its npm package.')
  if (name === RESERVED) throw new WalletModalError('RESERVED_NAME', `A plugin calls itself "${RESERVED}", which is reserved.`, { plugin: name })
  if (plugin.kernelCopy !== kernelCopy) {
    throw new WalletModalError(
      'DUPLICATE_KERNEL',
      `"${name}" was made by another copy of @wallet-modal/kernel. Make the kernel its peer dependency, or deduplicate (npm dedupe); "npx create-wallet-modal doctor" shows the copies.`,
      { plugin: name },
    )
  }
  const [, major, minor] = /^\^(\d+)(?:\.(\d+))?$/.exec(String(kernel)) ?? []
  const fitsMinor = KERNEL_VERSION.major > 0 || minor === undefined ? Number(minor ?? 0) <= KERNEL_VERSION.minor : Number(minor) === KERNEL_VERSION.minor
  if (Number(major) !== KERNEL_VERSION.major || !fitsMinor) {
    throw new WalletModalError(
      'KERNEL_MISMATCH',
      `"${name}" needs kernel ${String(kernel)}; this is ${KERNEL_VERSION.major}.${KERNEL_VERSION.minor}. Move both together: npx create-wallet-modal upgrade.`,
      { plugin: name },
    )
  }
}

function claim(owners: Map<string, string>, code: 'DUPLICATE_PROVIDER' | 'DUPLICATE_VIEW', token: string, plugin: string): void {
  const key = `${code}:${token}`
  if (token.startsWith(`${RESERVED}#`)) {
    throw new WalletModalError('RESERVED_NAME', `"${plugin}" claims "${token}"; names of the kernel are reserved.`, { plugin })
  }
  const other = owners.get(key)
  if (other) {
    const [first, second] = [other, plugin].sort()
    const what = code === 'DUPLICATE_VIEW' ? 'is registered' : 'is provided'
    throw new WalletModalError(code, `"${token}" ${what} by "${first}" and by "${second}". Remove one of the two plugins.`, { plugin })
  }
  owners.set(key, plugin)
}

function checkNeighbours(
  name: string,
  conflicts: readonly string[] = [],
  requires: readonly Capability<any>[] = [],
  names: ReadonlyMap<string, PluginInstance>,
  owners: ReadonlyMap<string, string>,
): void {
  for (const other of conflicts) {
    if (names.has(other)) throw new WalletModalError('CONFLICT', `"${name}" cannot be used with "${other}". Remove one of the two.`, { plugin: name })
  }
  for (const need of requires) {
    if (owners.has(`DUPLICATE_PROVIDER:${need.name}`)) continue
    const [, wanted] = /^namespace:(.+)$/.exec(need.name) ?? []
    const fix = wanted ? `Add @wallet-modal/${wanted}.` : 'Add the plugin that provides it.'
    throw new WalletModalError('MISSING_CAPABILITY', `"${name}" needs "${need.name}", which no plugin provides. ${fix}`, { plugin: name })
  }
}

function withParsedOptions(instance: PluginInstance): PluginInstance {
  const { options, name } = instance.plugin.spec
  if (!options) return instance
  try {
    return { plugin: instance.plugin, options: parse(options, instance.options, `Options of "${name}"`) }
  } catch (error) {
    throw new WalletModalError('INVALID_OPTIONS', error instanceof Error ? error.message : String(error), { plugin: name, cause: error })
  }
}
