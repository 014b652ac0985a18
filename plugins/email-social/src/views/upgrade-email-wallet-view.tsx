import { tracked, type ViewProps } from '@wallet-modal/kernel'
import { Button, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { Login } from '../login/login.js'

type Props = ViewProps<void, void, Login>

/** Link to the wallet's dashboard, which opens in a new tab. */
export default function UpgradeEmailWalletView({ model, ctx }: Props): ReactNode {
  const origin = useValue(model.origin)
  if (origin === undefined) return null
  const url = new URL('/dashboard', origin)
  const open = (): void => {
    ctx.emit(tracked, { event: 'EMAIL_UPGRADE_FROM_MODAL' })
    ctx.openWindow(`${url.href}?${new URLSearchParams({ locale: ctx.site.locale.peek() })}`)
  }
  return (
    <Stack gap={4}>
      <Text>{ctx.t('upgrade.text')}</Text>
      <Stack gap={2}>
        <Text size="caption" tone="muted">
          {ctx.t('upgrade.login')}
        </Text>
        <Text>
          <bdi dir="ltr">{url.host + url.pathname}</bdi>
        </Text>
      </Stack>
      <Button onClick={open}>{ctx.t('upgrade.open')}</Button>
    </Stack>
  )
}
