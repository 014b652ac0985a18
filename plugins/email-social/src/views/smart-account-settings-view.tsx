import { messageOf, type ReadonlySignal, signal, type ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address } from '@wallet-modal/kernel/ui/more'
import { type ReactNode, useEffect, useState } from 'react'
import type { WalletAccountType } from '../frame-messages.js'
import type { Login } from '../login.js'
import type { EmbeddedWallet, SmartAccountChoice } from '../wallet.js'

type Props = ViewProps<void, void, Login>

const types: readonly WalletAccountType[] = ['smartAccount', 'eoa']
const none: ReadonlySignal<SmartAccountChoice | null> = signal(null)

/** Chooses between the smart account and the plain one, which have the same address. */
export default function SmartAccountSettingsView({ model, ctx }: Props): ReactNode {
  const [wallet, setWallet] = useState<EmbeddedWallet>()
  const { t, toast } = ctx
  useEffect(() => void model.wallet().then(setWallet, (error) => toast.error(messageOf(error))), [model, toast])
  const choice = useValue(wallet?.smartAccount ?? none)
  const choose = (type: WalletAccountType): void => {
    wallet?.setAccountType(type).catch((error: unknown) => toast.error(messageOf(error)))
  }
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
            onClick={() => choose(type)}
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
