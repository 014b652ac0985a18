import { openingViews, type ViewProps } from '@wallet-modal/kernel'
import { afterPaint, SlotView, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Fragment, type ReactNode, useEffect } from 'react'
import type { ConnectModel } from '../model.js'

/** Gates first, then the blocks of every plugin that brings a way to connect. */
export default function ConnectView({ model, ctx }: ViewProps<void, void, ConnectModel>): ReactNode {
  const gates = useValue(model.gates)
  const methods = useValue(model.methods)
  useEffect(() => afterPaint(() => model.catalogue.load()), [model])
  // opened before the wallet of an earlier visit was back: once it is, what the modal opens with then takes this view's place
  useEffect(() => {
    let before: string
    return ctx.connections.status.subscribe((now) => {
      if (before === 'reconnecting' && now === 'connected') {
        const next = ctx
          .all(openingViews)
          .peek()
          .find(({ when }) => when())
        if (next) void ctx.router.reset(next.view)
      }
      before = now
    })
  }, [ctx])
  return (
    <Stack>
      {gates.map(({ view }) => (
        <SlotView key={view.name} view={view} />
      ))}
      {methods.map(({ view }, at) => (
        <Fragment key={view.name}>
          {at > 0 && (
            <Text tone="muted" size="caption" align="center">
              {ctx.t('connect.or')}
            </Text>
          )}
          <SlotView view={view} />
        </Fragment>
      ))}
    </Stack>
  )
}
