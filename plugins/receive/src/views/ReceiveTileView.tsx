import type { ViewProps } from '@wallet-modal/kernel'
import { Tile } from '@wallet-modal/kernel/ui/more'
import type { ReactNode } from 'react'
import { WalletReceive } from '../contract.js'

export default function ReceiveTileView({ ctx }: ViewProps): ReactNode {
  return <Tile icon="receive" label={ctx.t('receive.title')} onClick={() => void ctx.router.push(WalletReceive)} />
}
