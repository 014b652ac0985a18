import type { ViewProps } from '@wallet-modal/kernel'
import { SlotView, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useState } from 'react'
import { Legal } from '../contract.js'
import type { ConnectModel } from '../model.js'

/**
 * Gates that must be passed before connecting, for views that Connect opens. Empty if they were passed before. Links to the site's terms are displayed
 * only if Connect did not open the view.
 */
export function Gates({ model, ctx }: Pick<ViewProps<void, void, ConnectModel>, 'model' | 'ctx'>): ReactNode {
  const gates = useValue(model.gates)
  const [wasClosed] = useState(() => !model.isOpen.peek())
  const hasLinks = model.hasLegalLinks && ctx.router.depth.peek() === 0
  return (
    <>
      {wasClosed && gates.map(({ view }) => <SlotView key={view.name} view={view} />)}
      {hasLinks && <SlotView view={Legal} />}
    </>
  )
}
