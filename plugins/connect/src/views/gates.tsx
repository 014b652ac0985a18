import { SlotView, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useState } from 'react'
import type { ConnectModel } from '../model.js'

/** Gates such as the legal checkbox, for views that the Connect view opens. Empty if all gates were open when the view opened. */
export function Gates({ model }: { readonly model: ConnectModel }): ReactNode {
  const gates = useValue(model.gates)
  const [wasClosed] = useState(() => !model.canConnect.peek())
  return wasClosed && gates.map(({ view }) => <SlotView key={view.name} view={view} />)
}
