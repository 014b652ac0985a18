import type { ActiveConnection, ViewProps } from '@wallet-modal/kernel'
import { ListItem, Mark, Name, Tag, useValue } from '@wallet-modal/kernel/ui'
import { memo, type ReactNode } from 'react'
import type { ConnectModel } from '../model.js'
import { rowName, type WalletRow } from '../rows.js'

interface WalletRowItemProps extends Pick<ViewProps<void, void, ConnectModel>, 'model' | 'ctx'> {
  readonly row: WalletRow
  readonly disabled: boolean
  /** Leaves out what the whole list says already: that a wallet has to be got. */
  readonly quiet?: boolean
}

/** One wallet with its mark, its name, and what is to be known about it. Scrolling a long list draws only the rows that are new. */
export const WalletRowItem = memo(function WalletRowItem(props: WalletRowItemProps): ReactNode {
  const { row, model, ctx, disabled, quiet } = props
  const live = useValue(ctx.connections.all)
  const isSuspicious = row.kind === 'connector' && row.connector.suspicious
  const src = row.kind === 'connector' ? row.connector.icon : model.catalogue.imageUrl(row.wallet)
  const tag = row.kind === 'wallet' ? (quiet || model.pairs(row.wallet) ? 'chevron' : 'get') : tagOf(row, live)
  return (
    <ListItem
      label={<Name>{rowName(row)}</Name>}
      leading={<Mark name={rowName(row)} src={src} />}
      trailing={
        tag === 'chevron'
          ? tag
          : tag && (
              <Tag tone={tag === 'connected' ? 'success' : tag === 'installed' ? 'accent' : 'default'}>
                {ctx.t(`tag.${tag}`)}
              </Tag>
            )
      }
      description={isSuspicious ? ctx.t('connect.suspicious') : undefined}
      disabled={disabled}
      onClick={() => model.choose(row)}
    />
  )
})

function tagOf(
  row: WalletRow & { readonly kind: 'connector' },
  live: readonly ActiveConnection[],
): 'connected' | 'recent' | 'installed' | 'qr' | undefined {
  if (live.some(({ connectorId }) => row.connectors.some(({ id }) => id === connectorId))) return 'connected'
  if (row.section === 'recent') return 'recent'
  if (row.section === 'walletConnect') return 'qr'
  return row.section === 'injected' ? 'installed' : undefined
}
