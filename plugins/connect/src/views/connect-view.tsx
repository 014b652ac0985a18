import type { ConnectParams, ViewProps } from '@wallet-modal/kernel'
import { afterPaint, SlotView, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Legal } from '../contract.js'
import type { ConnectModel } from '../model.js'

/** Gates first, then the blocks of all plugins with connection methods, then links to the site's terms. */
export default function ConnectView({
  model,
  ctx,
}: ViewProps<ConnectParams | undefined, void, ConnectModel>): ReactNode {
  const gates = useValue(model.gates)
  const methods = useValue(model.methods)
  useEffect(() => afterPaint(() => model.catalogue.load()), [model])
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
      {model.hasLegalLinks && <SlotView view={Legal} />}
    </Stack>
  )
}
