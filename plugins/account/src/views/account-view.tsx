import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Tile, Tiles } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect } from 'react'
import type { AccountModel } from '../model.js'
import { AccountChoice } from './account-choice.js'
import { AccountHeader } from './account-header.js'
import { AccountRows, SettingsRow } from './account-rows.js'
import { AccountTabs } from './account-tabs.js'
import { BalanceLine } from './balance-line.js'
import { WalletLists } from './wallet-lists.js'

/** The connected account with balance and actions. If the active wallet disconnected itself, asks which wallet to use. */
export default function AccountView({ model, ctx }: ViewProps<void, void, AccountModel>): ReactNode {
  const active = useValue(ctx.connections.active)
  const hasTabs = useValue(model.tabs).length > 0
  const tiles = useValue(model.tiles)
  useEffect(() => model.watch(), [model])
  const isConnected = useValue(ctx.connections.all).length > 0
  if (!active && isConnected) return <WalletLists model={model} ctx={ctx} />
  if (!active) {
    return (
      <EmptyState icon="wallet" title={ctx.t('account.none')} text={ctx.t('account.noneText')}>
        <Button compact onClick={() => model.connectAnother()}>
          {ctx.t('account.connect')}
        </Button>
      </EmptyState>
    )
  }
  const { connectorName } = active
  const { t } = ctx
  return (
    <Stack gap={4}>
      {hasTabs ? (
        <>
          <SettingsRow model={model} ctx={ctx} active={active} />
          <BalanceLine model={model} ctx={ctx} />
        </>
      ) : (
        <AccountHeader model={model} ctx={ctx} active={active}>
          <BalanceLine model={model} ctx={ctx} />
          <Text size="caption" tone="muted" align="center">
            {t('account.wallet', { name: connectorName })}
          </Text>
        </AccountHeader>
      )}
      {!hasTabs && <AccountChoice active={active} ctx={ctx} />}
      {tiles.length > 0 && (
        <Tiles label={t('account.actions')}>
          {tiles.map((action) => (
            <ActionTile key={action.id} action={action} />
          ))}
        </Tiles>
      )}
      {hasTabs ? <AccountTabs model={model} ctx={ctx} /> : <AccountRows model={model} ctx={ctx} active={active} />}
    </Stack>
  )
}

function ActionTile({ action }: { readonly action: AccountModel['tiles']['value'][number] }): ReactNode {
  return <Tile icon={action.icon ?? 'chevron'} label={useValue(action.label)} onClick={action.run} />
}
