import { SlotView, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useState } from 'react'
import type { ConnectModel } from '../model.js'

/** What has to be agreed to first, in a view behind Connect. Where that was done before coming here, there is nothing to draw. */
export function Gates({ model }: { readonly model: ConnectModel }): ReactNode {
  const gates = useValue(model.gates)
  const [wasShut] = useState(() => !model.isOpen.peek())
  return wasShut && gates.map(({ view }) => <SlotView key={view.name} view={view} />)
}
