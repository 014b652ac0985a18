import type { ViewProps } from '@wallet-modal/kernel'
import { afterPaint, ErrorState, List, ListItem, Mark, Name, Skeleton, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect } from 'react'
import { Downloads } from '../contract.js'
import type { ConnectModel } from '../model.js'

/** Suggested wallets. A click on a wallet opens its download links. */
export default function GetWalletView({ model, ctx }: ViewProps<void, void, ConnectModel>): ReactNode {
  const state = useValue(model.catalogue.state)
  const wallets = useValue(model.suggestions)
  useEffect(() => afterPaint(() => model.catalogue.load()), [model])
  if (wallets.length === 0) {
    if (state === 'loading') return <Skeleton />
    return <ErrorState title={ctx.t('get.empty')} onRetry={model.catalogue.load} />
  }
  return (
    <List label={ctx.t('connect.list')}>
      {wallets.map((wallet) => (
        <ListItem
          key={wallet.id}
          label={<Name>{wallet.name}</Name>}
          leading={<Mark name={wallet.name} src={model.catalogue.image(wallet).peek() ?? undefined} />} // preloaded
          trailing="chevron"
          onClick={() => void ctx.router.push(Downloads, { wallet })}
        />
      ))}
    </List>
  )
}
