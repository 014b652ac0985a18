import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, type IconName, Stack, Text } from '@wallet-modal/kernel/ui'
import { Footer } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'

const points: readonly { readonly key: string; readonly icon: IconName }[] = [
  { key: 'what.sale', icon: 'download' },
  { key: 'what.provider', icon: 'external' },
  { key: 'what.fees', icon: 'info' },
  { key: 'what.time', icon: 'clock' },
]

/** Explains buying with a card. */
export default function WhatIsABuyView({ ctx: { t, router } }: ViewProps): ReactNode {
  return (
    <Stack gap={6}>
      {points.map(({ key, icon }) => (
        <Stack key={key} row gap={4}>
          <Icon name={icon} size={24} />
          <Stack gap={1}>
            <Text size="strong">{t(key)}</Text>
            <Text tone="muted">{t(`${key}Text`)}</Text>
          </Stack>
        </Stack>
      ))}
      <Footer>
        <Button onClick={router.back}>{t('what.done')}</Button>
      </Footer>
    </Stack>
  )
}
