import { type ErrorCode, fail, quote } from '../errors/errors.js'
import { RESERVED_NAME } from '../modal/prepare.js'
import { checkFields, isListOf, isRecord, isText, matches, type Rule } from './check.js'
import type { PluginInstance } from './plugin.js'
import { KERNEL_VERSION } from './version.js'

const isToken =
  (kind: string) =>
  (value: unknown): boolean =>
    isRecord(value) && 'name' in value && isText(value.name) && 'kind' in value && value.kind === kind

const rules: readonly Rule[] = [
  ['name', matches(/^(@[-\w.~]+\/)?[-\w.~]+$/), 'the name of an npm package', true],
  ...['requires', 'optional', 'provides'].map(
    (field): Rule => [field, isListOf(isToken('capability')), 'a list of capabilities'],
  ),
  ['views', isListOf(isToken('view')), 'a list of view tokens'],
  ['conflicts', isListOf(isText), 'a list of plugin names'],
]

/**
 * Validates the list of plugins before any plugin runs, in development only. Throws for the first mistake. Sorts the plugins by name, so that the
 * message does not depend on the order of the list.
 */
export function validatePlugins(instances: readonly PluginInstance[]): void {
  instances.forEach(checkInstance)
  const byName = [...instances].sort((a, b) => (a.plugin.spec.name < b.plugin.spec.name ? -1 : 1))
  const owners = new Map<string, string>()
  const plugins = new Map<string, unknown>()
  for (const { plugin } of byName) {
    const { name, provides = [], views = [] } = plugin.spec
    if (plugins.has(name)) {
      const mistake =
        plugins.get(name) === plugin
          ? 'is listed twice. Remove one of the two'
          : 'is bundled twice. Deduplicate it (npm dedupe)'
      fail('DUPLICATE_PLUGIN', `"${name}" ${mistake}.`, { plugin: name })
    }
    plugins.set(name, plugin)
    for (const token of provides) claim(owners, 'DUPLICATE_PROVIDER', token.name, name)
    for (const view of views) claim(owners, 'DUPLICATE_VIEW', view.name, name)
  }
  for (const { plugin } of byName) {
    const { name, conflicts = [], requires = [] } = plugin.spec
    for (const other of conflicts) {
      if (plugins.has(other))
        fail('CONFLICT', `"${name}" cannot be used with "${other}". Remove one of the two.`, { plugin: name })
    }
    for (const { name: capability } of requires) {
      if (owners.has(`DUPLICATE_PROVIDER ${capability}`)) continue
      const fix = capability.startsWith('namespace:')
        ? `@wallet-modal/${capability.slice(10)}`
        : 'the plugin that provides it'
      fail('MISSING_CAPABILITY', `"${name}" needs "${capability}", which no plugin provides. Add ${fix}.`, {
        plugin: name,
      })
    }
  }
}

function checkInstance(instance: PluginInstance): void {
  const { plugin } = Object(instance)
  if (typeof plugin?.spec?.setup !== 'function') {
    const call = typeof instance === 'function' ? ' Call it: `plugins: [swap()]`, not `plugins: [swap]`.' : ''
    fail('INVALID_CONFIG', `"plugins" contains a value that is not a plugin.${call}`)
  }
  const { name, kernel } = plugin.spec
  checkFields('INVALID_CONFIG', `Plugin ${quote(name)}: `, plugin.spec, rules)
  if (name === RESERVED_NAME)
    fail('RESERVED_NAME', `The plugin name "${name}" is reserved. Rename the plugin.`, { plugin: name })
  const { major, minor } = KERNEL_VERSION
  if (!fitsKernel(String(kernel))) {
    fail(
      'KERNEL_MISMATCH',
      `"${name}" needs kernel ${quote(kernel)}, not ${major}.${minor}. Upgrade both: npx create-wallet-modal upgrade.`,
      {
        plugin: name,
      },
    )
  }
}

/**
 * Whether a range includes this kernel. As in npm ranges, a minor version is breaking below 1.0; from 1.0 on, only a major version is. Patch versions
 * are not compared, because the kernel does not know its own patch version.
 */
function fitsKernel(range: string): boolean {
  const [, major, minor = major === '0' ? KERNEL_VERSION.minor : 0] =
    /^\^(\d+)(?:\.(\d+)(?:\.\d+)?)?$/.exec(range) ?? []
  const isEarlierMinor = KERNEL_VERSION.major > 0 && Number(minor) < KERNEL_VERSION.minor
  return Number(major) === KERNEL_VERSION.major && (isEarlierMinor || Number(minor) === KERNEL_VERSION.minor)
}

function claim(owners: Map<string, string>, code: ErrorCode, token: string, plugin: string): void {
  if (token.startsWith(`${RESERVED_NAME}#`))
    fail(
      'RESERVED_NAME',
      `"${plugin}" defines "${token}", but names that begin with "${RESERVED_NAME}#" are reserved.`,
      {
        plugin,
      },
    )
  const other = owners.get(`${code} ${token}`)
  if (other)
    fail(code, `"${token}" is claimed by "${other}" and "${plugin}". Remove one of the two plugins.`, { plugin })
  owners.set(`${code} ${token}`, plugin)
}
