import type { PluginUi } from '../plugins/plugin.js'
import type { AnyView } from '../plugins/token.js'

/** Fields `views` and `ui` of a small plugin without a separate file for its views: `definePlugin({ ...inlineUi({ views: [...] }), setup })`. */
export const inlineUi = (
  ui: PluginUi,
): { readonly views: readonly AnyView[]; readonly ui: () => Promise<{ readonly ui: PluginUi }> } => ({
  views: ui.views.map(({ view }) => view),
  ui: async () => ({ ui }),
})
