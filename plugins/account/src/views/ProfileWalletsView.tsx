import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, List, ListItem, Mark, Name, Stack, Tag, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar, Section } from '@wallet-modal/kernel/ui/more'
import type { ReactNode } from 'react'
import { familyName } from '../family-name.js'
import type { AccountModel } from '../model.js'
import type { NamespaceWallet } from '../wallets.js'

type Props = Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'>

/** Every connected wallet: use it, choose its account, leave it; and the way to connect one of another family. */
export default function ProfileWalletsView({ model, ctx }: ViewProps<void, void, AccountModel>): ReactNode {
  const wallets = useValue(model.wallets)
  const connected = wallets.filter(({ connection }) => connection)
  const { t } = ctx
  return (
    <Stack gap={4}>
      {[...connected, ...wallets.filter(({ connection }) => !connection)].map((one) => (
        <Section key={one.namespace} title={familyName(one.namespace, t)}>
          {one.connection ? (
            <ConnectedWallet wallet={one} connection={one.connection} model={model} ctx={ctx} />
          ) : (
            <List>
              <ListItem
                label={t('wallets.add', { family: familyName(one.namespace, t) })}
                leading={<Icon name="wallet" />}
                trailing="chevron"
                onClick={model.connectAnother}
              />
            </List>
          )}
        </Section>
      ))}
      {connected.length > 1 && (
        <Button kind="secondary" icon={<Icon name="disconnect" />} onClick={() => void model.leave()}>
          {t('wallets.disconnectAll')}
        </Button>
      )}
    </Stack>
  )
}

interface ConnectedProps extends Props {
  readonly wallet: NamespaceWallet
  readonly connection: NonNullable<NamespaceWallet['connection']>
}

function ConnectedWallet({ wallet, connection, model, ctx }: ConnectedProps): ReactNode {
  const active = useValue(ctx.connections.active)
  const { t } = ctx
  const { namespace, connectorName, account, accounts, network, caipNetworkId } = connection
  const isChoice = accounts.length > 1
  return (
    <List label={connectorName}>
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
        leading={<Mark name={connectorName} src={wallet.icon} />}
        current={active?.namespace === namespace}
        onClick={() => model.activate(namespace)}
      />
      {(isChoice ? accounts : []).map(({ address, type }) => (
        <ListItem
          key={address}
          label={<Address short>{address}</Address>}
          leading={<Avatar address={address} size={32} />}
          trailing={type !== 'eoa' && <Tag>{t(`account.type.${type}`)}</Tag>}
          current={address === account.address}
          onClick={() => model.switchAccount(connection, address)}
        />
      ))}
      <ListItem
        label={t('wallets.disconnect', { name: connectorName })}
        leading={<Icon name="disconnect" />}
        onClick={() => void model.leave(namespace)}
      />
    </List>
  )
}
