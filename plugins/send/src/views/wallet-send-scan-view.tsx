import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SendModel } from '../model.js'

/** Camera picture until a code is scanned. The camera is on only while this view is displayed. */
export default function WalletSendScanView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const [attempt, setAttempt] = useState(0)
  const state = useValue(model.scan.state)
  const video = useRef<HTMLVideoElement>(null)
  const { t, router } = ctx
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    if (!video.current) return undefined
    return model.scan.start(video.current, (text) => {
      model.form.setReceiver(text)
      router.back()
    })
  }, [model, attempt])
  const isUnavailable = state === 'denied' || state === 'missing' || state === 'failed'
  return (
    <Stack gap={4}>
      {isUnavailable && <EmptyState icon="info" title={t(`scan.${state}`)} text={t(`scan.${state}Text`)} />}
      <div hidden={isUnavailable}>
        <Stack gap={3}>
          <video ref={video} className="wm-camera" aria-label={t('scan.picture')} muted playsInline />
          <div role="status">
            <Text align="center" tone="muted">
              {t(state === 'looking' ? 'scan.looking' : 'scan.starting')}
            </Text>
          </div>
          <Text size="caption" align="center" tone="muted">
            {t('scan.private')}
          </Text>
        </Stack>
      </div>
      {isUnavailable && <Button onClick={() => setAttempt(attempt + 1)}>{t('send.retry')}</Button>}
      {isUnavailable && (
        <Button kind="secondary" onClick={() => router.back()}>
          {t('scan.back')}
        </Button>
      )}
    </Stack>
  )
}
