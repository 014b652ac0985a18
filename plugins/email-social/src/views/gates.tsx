import { SlotView, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useState } from 'react'
import type { Login } from '../login/login.js'

/** Conditions for connecting, such as the legal checkbox. Empty if all of them were met when the view opened. */
export function Gates({ model }: { readonly model: Pick<Login, 'gates' | 'canConnect'> }): ReactNode {
  const gates = useValue(model.gates)
  const [wasClosed] = useState(() => !model.canConnect.peek())
  return wasClosed && gates.map(({ view }) => <SlotView key={view.name} view={view} />)
}
