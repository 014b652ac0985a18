import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { CopyButton, QrCode } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Login } from '../login/login.js'
import { toSquares } from '../qr.js'
import { createFarcasterLogin } from '../social/farcaster-login.js'
import { SocialMark } from './social-mark.js'

type Props = ViewProps<void, void, Login>

/** QR code and link that start the login in the Farcaster app (on a phone, only the link), and the result of the login. */
export default function ConnectingFarcasterView({ model, ctx }: Props): ReactNode {
  const { t } = ctx
  const login = useMemo(() => createFarcasterLogin(model.farcaster), [model])
  useEffect(() => {
    login.start()
    return login.stop
  }, [login])
  const step = useValue(login.step)
  if (step.status === 'preparing' || step.status === 'ready')
    return <Code url={step.status === 'ready' ? step.url : undefined} ctx={ctx} />
  const isBusy = step.status === 'finishing'
  return (
    <Stack gap={6} align="center">
      <ProgressRing state={isBusy ? 'busy' : 'failed'}>
        <SocialMark id="farcaster" size={36} />
      </ProgressRing>
      <div role="status">
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            {t(step.status === 'expired' ? 'farcaster.expired' : `social.${step.status}`)}
          </Text>
          <Text tone="muted" align="center">
            {step.status === 'failed' ? step.message : t(isBusy ? 'social.finishing.hint' : 'social.timedOut.hint')}
          </Text>
        </Stack>
      </div>
      {!isBusy && (
        <Button compact kind="secondary" icon={<Icon name="retry" size={18} />} onClick={login.start}>
          {t('social.retry')}
        </Button>
      )}
    </Stack>
  )
}

function Code({ url, ctx }: { readonly url: string | undefined; readonly ctx: Props['ctx'] }): ReactNode {
  const { t } = ctx
  const squares = useMemo(() => (url === undefined ? [] : toSquares(url)), [url])
  const isPhone = matchMedia('(pointer: coarse)').matches
  return (
    <Stack gap={3} align="center">
      {!isPhone && (
        <QrCode
          squares={squares}
          label={t(url === undefined ? 'farcaster.preparing' : 'farcaster.scan')}
          mark={<SocialMark id="farcaster" size={40} />}
        />
      )}
      <Text align="center">{t(url === undefined ? 'farcaster.preparing' : 'farcaster.scan')}</Text>
      <Button
        kind={isPhone ? 'primary' : 'secondary'}
        disabled={url === undefined}
        onClick={() => url !== undefined && ctx.openWindow(url)}
      >
        {t('farcaster.open')}
      </Button>
      {url !== undefined && <CopyButton value={url} label={t('farcaster.copy')} showLabel />}
    </Stack>
  )
}
