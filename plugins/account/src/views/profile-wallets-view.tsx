import type { ViewProps } from '@wallet-modal/kernel'
import type { ReactNode } from 'react'
import type { AccountModel } from '../model.js'
import { WalletLists } from './wallet-lists.js'

/** Wallets of all chain families. */
export default function ProfileWalletsView({ model, ctx }: ViewProps<void, void, AccountModel>): ReactNode {
  return <WalletLists model={model} ctx={ctx} />
}
