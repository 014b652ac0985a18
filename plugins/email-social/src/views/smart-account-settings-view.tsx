import { messageOf, type Network, type ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address } from '@wallet-modal/kernel/ui/more'
import { type ReactNode, useEffect, useState } from 'react'
import { type Delegation, delegationOf } from '../delegation.js'
import type { WalletAccountType } from '../frame-messages.js'
import type { Login } from '../login/login.js'
import type { EmbeddedWallet } from '../wallet.js'
import type { SmartAccountChoice } from '../wallet-settings.js'

type Props = ViewProps<void, void, Login>

const types: readonly WalletAccountType[] = ['smartAccount', 'eoa']

/** Choice between smart account and plain account, which have the same address. */
export default function SmartAccountSettingsView({ model, ctx }: Props): ReactNode {
  const [wallet, setWallet] = useState<EmbeddedWallet>()
  const { toast } = ctx
  useEffect(() => void model.wallet().then(setWallet, (error) => toast.error(messageOf(error))), [model, toast])
  return wallet ? <LiveChoice wallet={wallet} ctx={ctx} /> : <Choice choice={null} ctx={ctx} />
}

function LiveChoice({ wallet, ctx }: Pick<Props, 'ctx'> & { readonly wallet: EmbeddedWallet }): ReactNode {
  const choose = (type: WalletAccountType): void => {
    wallet.setAccountType(type).catch((error: unknown) => ctx.toast.error(messageOf(error)))
  }
  const network = useValue(ctx.connections.active)?.network
  return (
    <Stack gap={4}>
      <Choice choice={useValue(wallet.smartAccount)} ctx={ctx} choose={choose} />
      {network && <Removal network={network} delegation={delegationOf(wallet, network, ctx)} ctx={ctx} />}
    </Stack>
  )
}

interface RemovalProps extends Pick<Props, 'ctx'> {
  readonly network: Network
  readonly delegation: Delegation
}

/** Button that ends the delegation on the network. Displayed if there is a delegation. */
function Removal({ network, delegation, ctx: { t, toast } }: RemovalProps): ReactNode {
  const isDelegated = useValue(delegation.isDelegated)
  const isRemoving = useValue(delegation.isRemoving)
  useEffect(() => {
    delegation.load().catch((error: unknown) => toast.error(messageOf(error)))
  }, [delegation, toast])
  if (!isDelegated) return null
  return (
    <List label={t('smartAccount.title')}>
      <ListItem
        label={t('smartAccount.remove', { network: network.name })}
        description={t(isRemoving ? 'smartAccount.removing' : 'smartAccount.remove.text')}
        disabled={isRemoving}
        onClick={() => void delegation.remove()}
      />
    </List>
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
