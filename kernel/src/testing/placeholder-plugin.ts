import { type Context, definePlugin, type Plugin, type PluginInstance } from '../plugins/plugin.js'
import { capability } from '../plugins/token.js'

/** List with one plugin that provides an empty object for each capability in `requires`. The list is empty if the plugin requires no capability. */
export function createPlaceholders({ spec }: Plugin): readonly PluginInstance[] {
  const requires = spec.requires ?? []
  if (requires.length === 0) return []
  const provides = requires.map(({ name }) => capability<object>(name))
  const setup = (ctx: Context): void => {
    for (const token of provides) ctx.provide(token, {})
  }
  return [definePlugin({ name: 'conformance-placeholder', kernel: '^0.1', provides, setup })()]
}
