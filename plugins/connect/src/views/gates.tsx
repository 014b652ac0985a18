import { SlotView, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useState } from 'react'
import type { ConnectModel } from '../model.js'

/** Gates that must be passed before connecting, for views that Connect opens. Empty if they were passed before. */
export function Gates({ model }: { readonly model: ConnectModel }): ReactNode {
  const gates = useValue(model.gates)
  const [wasClosed] = useState(() => !model.canConnect.peek())
  return wasClosed && gates.map(({ view }) => <SlotView key={view.name} view={view} />)
}
