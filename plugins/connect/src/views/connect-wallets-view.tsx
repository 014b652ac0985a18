import type { ConnectParams, ViewProps } from '@wallet-modal/kernel'
import { Stack } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { ConnectModel } from '../model.js'
import { Gates } from './gates.js'
import { WalletList } from './wallet-list.js'

/** Wallet list without the other connection methods. With the option `collapseWallets`, a row of the Connect view opens this view. */
export default function ConnectWalletsView({
  model,
  ctx,
}: ViewProps<ConnectParams | undefined, void, ConnectModel>): ReactNode {
  return (
    <Stack>
      <Gates model={model} />
      <WalletList model={model} ctx={ctx} />
    </Stack>
  )
}
