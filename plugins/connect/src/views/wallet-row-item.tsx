import type { ViewProps } from '@wallet-modal/kernel'
import { afterPaint, ListItem, Mark, Name, Tag, useValue } from '@wallet-modal/kernel/ui'
import { memo, type ReactNode, useEffect } from 'react'
import type { CatalogueWallet } from '../contract.js'
import type { ConnectModel } from '../model.js'
import { rowName, type WalletRow } from '../rows.js'
import type { Section } from '../sections.js'

interface WalletRowItemProps extends Pick<ViewProps<void, void, ConnectModel>, 'model' | 'ctx'> {
  readonly row: WalletRow
  readonly disabled: boolean
  /** Omits the tag "get". In the list of all wallets, most rows would have it. */
  readonly quiet?: boolean
}

/** Wallet with logo, name and tags. Memoized, so that scrolling a long list renders new rows only. */
export const WalletRowItem = memo(function WalletRowItem(props: WalletRowItemProps): ReactNode {
  const { row, model, ctx, disabled, quiet } = props
  const isSuspicious = row.kind === 'connector' && row.connector.suspicious
  return (
    <ListItem
      label={<Name>{rowName(row)}</Name>}
      leading={
        row.kind === 'connector' ? (
          <Mark name={row.connector.name} src={row.connector.icon} />
        ) : (
          <WalletMark wallet={row.wallet} model={model} />
        )
      }
      trailing={
        row.kind === 'connector' ? (
          <ConnectorTag row={row} model={model} ctx={ctx} />
        ) : quiet || model.pairs(row.wallet) || row.wallet.browse_link ? (
          'chevron'
        ) : (
          <Tag>{ctx.t('tag.get')}</Tag>
        )
      }
      description={isSuspicious ? ctx.t('connect.suspicious') : undefined}
      disabled={disabled}
      onClick={() => model.choose(row)}
    />
  )
})

interface ConnectorTagProps extends Pick<WalletRowItemProps, 'model' | 'ctx'> {
  readonly row: WalletRow & { readonly kind: 'connector' }
}

const tags: { readonly [S in Section]?: string } = { recent: 'recent', walletConnect: 'qr', injected: 'installed' }
const tones: { readonly [tag: string]: 'success' | 'accent' } = { connected: 'success', installed: 'accent' }

/** Tag of a connector. A separate component, so that only the tag re-renders when a wallet connects. */
function ConnectorTag({ row, model, ctx }: ConnectorTagProps): ReactNode {
  const connections = useValue(ctx.connections.all)
  const requested = model.params.peek().namespace
  const isConnected = connections.some(
    ({ connectorId, namespace }) =>
      (!requested || namespace === requested) && row.connectors.some(({ id }) => id === connectorId),
  )
  const tag = isConnected ? 'connected' : tags[row.section]
  return tag && <Tag tone={tones[tag] ?? 'default'}>{ctx.t(`tag.${tag}`)}</Tag>
}

interface WalletMarkProps extends Pick<WalletRowItemProps, 'model'> {
  readonly wallet: CatalogueWallet
}

/** Logo of a catalogue wallet. Reserves its space while the picture is loading. */
function WalletMark({ wallet, model: { catalogue } }: WalletMarkProps): ReactNode {
  const src = useValue(catalogue.image(wallet))
  useEffect(() => afterPaint(() => void catalogue.loadImage(wallet)), [catalogue, wallet])
  return src !== null && <Mark name={wallet.name} src={src} />
}
