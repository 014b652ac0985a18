import type { Network, ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect, useState } from 'react'
import { type Delegation, delegationOf } from '../delegation.js'
import { failureText } from '../failure-text.js'
import type { WalletAccountType } from '../frame-messages.js'
import type { Login } from '../login/login.js'
import type { EmbeddedWallet } from '../wallet.js'
import type { SmartAccountChoice } from '../wallet-settings.js'

type Props = ViewProps<void, void, Login>

const types: readonly WalletAccountType[] = ['smartAccount', 'eoa']

/** Choice between smart account and standard account, which have the same address. */
export default function SmartAccountSettingsView({ model, ctx }: Props): ReactNode {
  const [wallet, setWallet] = useState<EmbeddedWallet>()
  useEffect(
    () => void model.wallet().then(setWallet, (error) => ctx.toast.error(failureText(ctx, error))),
    [model, ctx],
  )
  return wallet ? <LiveChoice wallet={wallet} ctx={ctx} /> : <Choice choice={null} ctx={ctx} />
}

function LiveChoice({ wallet, ctx }: Pick<Props, 'ctx'> & { readonly wallet: EmbeddedWallet }): ReactNode {
  const choose = (type: WalletAccountType): void => {
    wallet.setAccountType(type).catch((error: unknown) => ctx.toast.error(failureText(ctx, error)))
  }
  const choice = useValue(wallet.smartAccount)
  const servedNetworks = useValue(ctx.networks).filter(
    ({ namespace, reference }) => namespace === 'eip155' && choice?.chains.includes(Number(reference)),
  )
  return (
    <Stack gap={4}>
      <Choice choice={choice} ctx={ctx} choose={choose} />
      {choice &&
        servedNetworks.map((network) => {
          const delegation = delegationOf({ wallet, address: choice.address, network, ctx })
          const key = `${choice.address} ${network.caipNetworkId}`
          return <Permission key={key} choice={choice} network={network} delegation={delegation} ctx={ctx} />
        })}
    </Stack>
  )
}

interface PermissionProps extends Pick<Props, 'ctx'> {
  readonly choice: SmartAccountChoice
  readonly network: Network
  readonly delegation: Delegation
}

/** Contract that the account delegates to on the network, and a button that ends the delegation. Empty if there is no delegation. */
function Permission({ choice, network, delegation, ctx }: PermissionProps): ReactNode {
  const { t, toast } = ctx
  const contract = useValue(delegation.contract)
  const isRemoving = useValue(delegation.isRemoving)
  useEffect(() => {
    delegation.load().catch((error: unknown) => toast.error(failureText(ctx, error)))
  }, [delegation, toast, ctx])
  if (contract === null) return null
  const name = { network: network.name }
  return (
    <Stack gap={2}>
      <Text size="caption" tone="muted">
        {t('smartAccount.permission', name)}
      </Text>
      <Address>{contract}</Address>
      {contract.toLowerCase() !== choice.contract.toLowerCase() && (
        <Text size="caption" tone="warning">
          {t('smartAccount.otherContract')}
        </Text>
      )}
      <List label={t('smartAccount.title')}>
        <ListItem
          label={t('smartAccount.remove', name)}
          description={t(isRemoving ? 'smartAccount.removing' : 'smartAccount.remove.text', name)}
          disabled={isRemoving}
          onClick={() => void delegation.remove()}
        />
      </List>
    </Stack>
  )
}

interface ChoiceProps extends Pick<Props, 'ctx'> {
  /** `null` while unknown. */
  readonly choice: SmartAccountChoice | null
  choose?(type: WalletAccountType): void
}

function Choice({ choice, ctx: { t }, choose }: ChoiceProps): ReactNode {
  return (
    <Stack gap={4}>
      <List label={t('smartAccount.types')}>
        {types.map((type) => (
          <ListItem
            key={type}
            label={t(`smartAccount.${type}`)}
            description={t(`smartAccount.${type}.text`)}
            current={choice?.type === type}
            disabled={!choice}
            onClick={() => choose?.(type)}
          />
        ))}
      </List>
      {choice && (
        <Stack gap={2}>
          <Text size="caption" tone="muted">
            {t('smartAccount.note')}
          </Text>
          <Address>{choice.contract}</Address>
        </Stack>
      )}
    </Stack>
  )
}
