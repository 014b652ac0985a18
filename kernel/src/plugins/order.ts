import { fail } from '../errors/errors.js'
import type { PluginInstance } from './plugin.js'

/**
 * Sorts plugins so that providers precede the plugins that use them. Apart from that, keeps the listed order. Ignores an optional dependency that is
 * part of a cycle. Throws `CYCLE` with the path of the cycle.
 */
export function orderPlugins(plugins: readonly PluginInstance[]): readonly PluginInstance[] {
  const remaining = [...plugins]
  const ordered: PluginInstance[] = []
  /** Plugins in `remaining` that provide a capability in one of the plugin's `fields`. */
  const missingProviders = (
    { plugin: { spec } }: PluginInstance,
    ...fields: readonly ('requires' | 'optional')[]
  ): readonly PluginInstance[] => {
    const names = fields.flatMap((field) => spec[field] ?? []).map(({ name }) => name)
    return remaining.filter(({ plugin }) => plugin.spec.provides?.some(({ name }) => names.includes(name)))
  }
  while (remaining.length > 0) {
    const next =
      remaining.find((one) => missingProviders(one, 'requires', 'optional').length === 0) ??
      remaining.find((one) => missingProviders(one, 'requires').length === 0) ??
      fail(
        'CYCLE',
        `Plugins require each other in a cycle${process.env.NODE_ENV === 'production' ? '' : `: ${findCycle(remaining, missingProviders)}. Make one of these dependencies optional, or remove it`}.`,
      )
    ordered.push(...remaining.splice(remaining.indexOf(next), 1))
  }
  return ordered
}

/** Path of a cycle: follows the first dependency of each plugin until a plugin repeats. */
function findCycle(
  remaining: readonly PluginInstance[],
  missingProviders: (one: PluginInstance, field: 'requires') => readonly PluginInstance[],
): string {
  const path: PluginInstance[] = []
  for (let [next] = remaining; next; [next] = missingProviders(next, 'requires')) {
    const start = path.indexOf(next)
    path.push(next)
    if (start >= 0)
      return path
        .slice(start)
        .map((one) => `"${one.plugin.spec.name}"`)
        .join(' -> ')
  }
  return ''
}
