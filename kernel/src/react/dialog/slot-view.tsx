import type { ReactNode } from 'react'
import type { PlainView } from '../../plugins/token.js'
import { PluginView } from './plugin-view.js'
import { useUi } from './ui-context.js'
import { viewEntry } from './view-entry.js'

const noResult = (): void => {}

/** Renders a view that another plugin added to a slot, inside that plugin's error boundary. Renders nothing if no plugin registers the view. */
export function SlotView({ view }: { readonly view: PlainView }): ReactNode {
  const ui = useUi()
  const hosted = ui.host.view(view)
  return hosted ? <PluginView className="wm-slot" entry={viewEntry(ui, hosted)} resolve={noResult} /> : null
}
