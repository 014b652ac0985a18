import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, type IconName, Stack, Text } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import { GetWallet } from '../contract.js'

const points: readonly { readonly key: string; readonly icon: IconName }[] = [
  { key: 'what.home', icon: 'wallet' },
  { key: 'what.login', icon: 'check' },
  { key: 'what.safe', icon: 'info' },
]

/** Short explanation for visitors without a wallet. */
export default function WhatIsAWalletView({ ctx }: ViewProps): ReactNode {
  return (
    <Stack gap={6}>
      {points.map(({ key, icon }) => (
        <Stack key={key} row gap={4}>
          <Icon name={icon} size={24} />
          <Stack gap={1}>
            <Text size="strong">{ctx.t(`${key}.title`)}</Text>
            <Text tone="muted">{ctx.t(`${key}.text`)}</Text>
          </Stack>
        </Stack>
      ))}
      <Button onClick={() => void ctx.router.push(GetWallet)}>{ctx.t('what.action')}</Button>
    </Stack>
  )
}
