import { SlotView, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useState } from 'react'
import type { ConnectModel } from '../model.js'

/** View with the gates that must be passed before connecting, opened from Connect. Empty if they were passed before. */
export function Gates({ model }: { readonly model: ConnectModel }): ReactNode {
  const gates = useValue(model.gates)
  const [wasShut] = useState(() => !model.isOpen.peek())
  return wasShut && gates.map(({ view }) => <SlotView key={view.name} view={view} />)
}
