import type { ViewProps } from '@wallet-modal/kernel'
import { Icon, type IconName, Stack, Text } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'

const points: readonly { readonly key: string; readonly icon: IconName }[] = [
  { key: 'what.record', icon: 'network' },
  { key: 'what.apart', icon: 'wallet' },
  { key: 'what.fee', icon: 'info' },
]

/** Explains what a network is. */
export default function WhatIsANetworkView({ ctx: { t } }: ViewProps): ReactNode {
  return (
    <Stack gap={6}>
      {points.map(({ key, icon }) => (
        <Stack key={key} row gap={4}>
          <Icon name={icon} size={24} />
          <Stack gap={1}>
            <Text size="strong">{t(`${key}.title`)}</Text>
            <Text tone="muted">{t(`${key}.text`)}</Text>
          </Stack>
        </Stack>
      ))}
    </Stack>
  )
}
