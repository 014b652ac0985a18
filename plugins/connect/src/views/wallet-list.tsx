import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Icon, List, ListItem, Skeleton, Tag, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import { AllWallets, GetWallet } from '../contract.js'
import type { ConnectModel } from '../model.js'
import { rowKey } from '../rows.js'
import { WalletRowItem } from './wallet-row-item.js'

type Props = Pick<ViewProps<void, void, ConnectModel>, 'model' | 'ctx'>

/** Renders `model.rows`, followed by a row that opens the All Wallets view. */
export function WalletList({ model, ctx }: Props): ReactNode {
  const rows = useValue(model.rows)
  const placeholders = useValue(model.placeholders)
  const canConnect = useValue(model.canConnect)
  const offersAll = model.offersAll()
  const isEmpty = rows.length === 0 && placeholders === 0
  return (
    <>
      {isEmpty && (
        <EmptyState icon="wallet" title={ctx.t('connect.empty.title')} text={ctx.t('connect.empty.text')}>
          <Button compact onClick={() => void ctx.router.push(GetWallet)}>
            {ctx.t('connect.empty.action')}
          </Button>
        </EmptyState>
      )}
      {(!isEmpty || offersAll) && (
        <List label={ctx.t('connect.list')}>
          {rows.map((row) => (
            <WalletRowItem key={rowKey(row)} row={row} model={model} ctx={ctx} disabled={!canConnect} />
          ))}
          {placeholders > 0 && (
            <li>
              <Skeleton rows={placeholders} />
            </li>
          )}
          {offersAll && <AllWalletsItem model={model} ctx={ctx} />}
        </List>
      )}
    </>
  )
}

/** Number of wallets, rounded down to tens so that it stays correct while the catalogue changes. */
const countText = (count: number): string =>
  count < 10 ? String(count) : `${count - (count % 10)}${count % 10 === 0 ? '' : '+'}`

function AllWalletsItem({ model, ctx }: Props): ReactNode {
  const total = useValue(model.catalogue.count)
  const params = useValue(model.params)
  const count = params.namespace ? undefined : total
  return (
    <ListItem
      label={ctx.t('all.title')}
      leading={<Icon name="search" />}
      trailing={count ? <Tag>{countText(count)}</Tag> : 'chevron'}
      onClick={() => void ctx.router.push(AllWallets, params)}
    />
  )
}
