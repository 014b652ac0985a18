import { computed, type ReadonlySignal, type ViewProps } from '@wallet-modal/kernel'
import {
  afterPaint,
  EmptyState,
  ErrorState,
  List,
  ListItem,
  Mark,
  Name,
  Skeleton,
  useValue,
} from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect, useMemo } from 'react'
import { type CatalogueWallet, Downloads } from '../contract.js'
import type { ConnectModel } from '../model.js'

const SUGGESTIONS = 4

type Images = Pick<ConnectModel['catalogue'], 'image' | 'loadImage'>

/** Members of the model that the view uses. */
interface Model extends Pick<ConnectModel, 'arrange'> {
  readonly catalogue: Images & Pick<ConnectModel['catalogue'], 'state' | 'recommended' | 'load'>
}

/** Wallets to suggest to visitors without a wallet: featured, custom and recommended wallets, in this order. Omits installed wallets. */
const suggestionsOf = ({ arrange, catalogue }: Model): ReadonlySignal<readonly CatalogueWallet[]> =>
  computed(() =>
    arrange(catalogue.recommended.value)
      .flatMap((row) => (row.kind === 'wallet' ? row.wallet : []))
      .slice(0, SUGGESTIONS),
  )

/** Suggested wallets. A click on a wallet opens its download links. */
export default function GetWalletView({ model, ctx }: ViewProps<void, void, Model>): ReactNode {
  const state = useValue(model.catalogue.state)
  const wallets = useValue(useMemo(() => suggestionsOf(model), [model]))
  useEffect(() => afterPaint(() => model.catalogue.load()), [model])
  if (wallets.length === 0) {
    if (state === 'loading') return <Skeleton />
    if (state === 'off') return <ErrorState title={ctx.t('get.empty')} onRetry={model.catalogue.load} />
    return <EmptyState icon="wallet" title={ctx.t('connect.empty.title')} text={ctx.t('connect.empty.text')} />
  }
  return (
    <List label={ctx.t('connect.list')}>
      {wallets.map((wallet) => (
        <ListItem
          key={wallet.id}
          label={<Name>{wallet.name}</Name>}
          leading={<WalletMark wallet={wallet} catalogue={model.catalogue} />}
          trailing="chevron"
          onClick={() => void ctx.router.push(Downloads, { wallet })}
        />
      ))}
    </List>
  )
}

interface WalletMarkProps {
  readonly catalogue: Images
  readonly wallet: CatalogueWallet
}

/**
 * Logo of a catalogue wallet. Repeats `WalletMark` of wallet-row-item.tsx: if this view imported it, bundlers could move it to a small chunk of its
 * own, which loads before the first view.
 */
function WalletMark({ wallet, catalogue }: WalletMarkProps): ReactNode {
  const src = useValue(catalogue.image(wallet))
  useEffect(() => afterPaint(() => void catalogue.loadImage(wallet)), [catalogue, wallet])
  return src !== null && <Mark name={wallet.name} src={src} />
}
