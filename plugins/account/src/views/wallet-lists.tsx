import type { ViewProps, WalletConnection } from '@wallet-modal/kernel'
import { Button, Icon, List, ListItem, Name, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar, Section } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { familyName } from '../family-name.js'
import type { AccountModel } from '../model.js'
import { FocusKeeper } from './focus-keeper.js'
import { RecentWallets } from './recent-wallets.js'
import { WalletMark } from './wallet-mark.js'

type Props = Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'>

/**
 * Connected wallets by chain family, then previously connected wallets. A connected wallet can be made active, switched to another account, or
 * disconnected.
 */
export function WalletLists({ model, ctx }: Props): ReactNode {
  const wallets = useValue(model.wallets)
  const active = useValue(ctx.connections.active)
  const recent = useValue(model.recent)
  const count = wallets.reduce((sum, { connections }) => sum + connections.length, 0)
  const { t } = ctx
  return (
    <FocusKeeper>
      <Stack gap={4}>
        {wallets.map(({ namespace, connections }) => (
          <Section key={namespace} title={familyName(namespace, ctx)}>
            <List label={familyName(namespace, ctx)}>
              {connections.map((one) => (
                <WalletRows
                  key={one.connectorId}
                  connection={one}
                  isActive={one.isActive && one.namespace === active?.namespace}
                  model={model}
                  ctx={ctx}
                />
              ))}
              <ListItem
                label={
                  connections.length > 0
                    ? t('wallets.addAnother')
                    : t('wallets.add', { family: familyName(namespace, ctx) })
                }
                leading={<Icon name="wallet" />}
                trailing="chevron"
                onClick={() => model.addWallet(namespace)}
              />
            </List>
          </Section>
        ))}
        {recent.length > 0 && <RecentWallets wallets={recent} model={model} ctx={ctx} />}
        {count > 1 && (
          <Button kind="secondary" icon={<Icon name="disconnect" />} onClick={() => void model.disconnectWallets()}>
            {t('wallets.disconnectAll')}
          </Button>
        )}
      </Stack>
    </FocusKeeper>
  )
}

interface WalletRowsProps extends Props {
  readonly connection: WalletConnection
  /** Whether this is the active wallet of the modal. Each chain family can also have an active wallet of its own (`connection.isActive`). */
  readonly isActive: boolean
}

/** Row of a wallet. If the wallet is the active one of its chain family and has several accounts, a row for each account follows. */
function WalletRows({ connection, isActive, model, ctx }: WalletRowsProps): ReactNode {
  const { connectorName, account, accounts, network, caipNetworkId } = connection
  const { t } = ctx
  const isChoice = connection.isActive && accounts.length > 1
  return (
    <>
      <ListItem
        label={<Name>{connectorName}</Name>}
        description={
          <>
            <Name>{network?.name ?? caipNetworkId}</Name>
            {!isChoice && (
              <>
                {' · '}
                <Address short>{account.address}</Address>
              </>
            )}
          </>
        }
        leading={<WalletMark connection={connection} />}
        current={isActive}
        onClick={() => model.activate(connection)}
        action={{
          icon: 'disconnect',
          label: t('wallets.disconnect', { name: connectorName }),
          onClick: () => void model.disconnectWallets(connection),
        }}
      />
      {(isChoice ? accounts : []).map(({ address, type }) => (
        <ListItem
          key={address}
          label={<Address short>{address}</Address>}
          leading={<Avatar address={address} size={32} />}
          description={type !== 'eoa' && t(`account.type.${type}`)}
          current={address === account.address}
          onClick={() => model.activate(connection, address)}
        />
      ))}
    </>
  )
}
