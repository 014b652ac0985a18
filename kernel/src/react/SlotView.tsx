import type { ReactNode } from 'react'
import type { PlainView } from '../token.js'
import { PluginView } from './PluginView.js'
import { useUi } from './ui-context.js'

const noResult = (): void => {}

/** Draws a view that another plugin contributed to a slot, inside that plugin's boundary. Draws nothing where no plugin registers it. */
export function SlotView({ view }: { readonly view: PlainView }): ReactNode {
  const hosted = useUi().host.view(view)
  return hosted ? <PluginView hosted={hosted} resolve={noResult} /> : null
}
