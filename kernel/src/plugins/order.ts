import { fail } from '../errors/errors.js'
import type { PluginInstance } from './plugin.js'

/**
 * Sorts plugins so that providers precede the plugins that require them; otherwise keeps the listed order. An optional dependency is ignored if it
 * would close a cycle. Throws `CYCLE` with the whole path.
 */
export function orderPlugins(plugins: readonly PluginInstance[]): readonly PluginInstance[] {
  const rest = [...plugins]
  const ordered: PluginInstance[] = []
  /** Plugins not started yet that `instance` depends on. */
  const awaited = (
    { plugin: { spec } }: PluginInstance,
    ...how: readonly ('requires' | 'optional')[]
  ): readonly PluginInstance[] => {
    const needs = how.flatMap((one) => spec[one] ?? []).map(({ name }) => name)
    return rest.filter(({ plugin }) => plugin.spec.provides?.some(({ name }) => needs.includes(name)))
  }
  while (rest.length > 0) {
    const next =
      rest.find((one) => awaited(one, 'requires', 'optional').length === 0) ??
      rest.find((one) => awaited(one, 'requires').length === 0) ??
      fail(
        'CYCLE',
        `Plugins need each other in a circle${process.env.NODE_ENV === 'production' ? '' : `: ${findCycle(rest, awaited)}. Make one of these needs optional or drop it`}.`,
      )
    ordered.push(...rest.splice(rest.indexOf(next), 1))
  }
  return ordered
}

/** Follows the first dependency of each plugin until one repeats. */
function findCycle(
  rest: readonly PluginInstance[],
  awaited: (one: PluginInstance, how: 'requires') => readonly PluginInstance[],
): string {
  const path: PluginInstance[] = []
  for (let [at] = rest; at; [at] = awaited(at, 'requires')) {
    const from = path.indexOf(at)
    path.push(at)
    if (from >= 0)
      return path
        .slice(from)
        .map((one) => `"${one.plugin.spec.name}"`)
        .join(' -> ')
  }
  return ''
}
