import type { ViewProps } from '@wallet-modal/kernel'
import { accountUrl } from '@wallet-modal/kernel/assets'
import { EmptyState, ErrorState, Link, Skeleton, useValue } from '@wallet-modal/kernel/ui'
import { Picture, Pictures } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect } from 'react'
import type { BalancesModel } from '../model.js'

/** NFTs of the account as pictures, or a message if they cannot be listed. */
export default function NftsView({ model, ctx }: ViewProps<void, void, BalancesModel>): ReactNode {
  const active = useValue(ctx.connections.active)
  const state = useValue(model.nfts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the account or network changes
  useEffect(() => void model.readNfts(), [model, active])
  const { t } = ctx
  if (!active) return <EmptyState icon="wallet" title={t('tokens.none')} text={t('tokens.noneText')} />
  if (!active.network) return <EmptyState icon="network" title={t('tokens.noNetwork')} />
  const network = active.network.name
  const explorer = accountUrl(active.network, active.account.address)
  switch (state.status) {
    case 'none':
    case 'loading':
      return <Skeleton rows={2} />
    case 'failed': {
      const retry = (): void => void model.readNfts(true)
      return <ErrorState title={t('nfts.failed')} text={t('nfts.failedText', { network })} onRetry={retry} />
    }
    case 'unlisted':
      return (
        <EmptyState title={t('nfts.unlisted')} text={t('nfts.unlistedText', { network })}>
          {explorer && <Link href={explorer}>{t('nfts.explorer')}</Link>}
        </EmptyState>
      )
    default:
      if (state.items.length === 0)
        return <EmptyState title={t('nfts.empty')} text={t('nfts.emptyText', { network })} />
      return (
        <Pictures label={t('nfts.list')}>
          {state.items.map(({ assetId, name, collection, imageUrl, amount }) => (
            <Picture
              key={assetId}
              name={name}
              note={collection}
              src={imageUrl}
              badge={amount > 1n ? `×${amount}` : undefined}
            />
          ))}
        </Pictures>
      )
  }
}
