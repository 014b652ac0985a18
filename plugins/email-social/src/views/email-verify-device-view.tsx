import type { ViewProps } from '@wallet-modal/kernel'
import { Name, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect, useMemo } from 'react'
import { createDeviceWait } from '../login/device-wait.js'
import type { Login } from '../login/login.js'
import { Resend } from './code-entry.js'

/** Waits until the link in the mail is opened, on any device. */
export default function EmailVerifyDeviceView({
  params: { email },
  model,
  ctx,
}: ViewProps<{ readonly email: string }, void, Login>): ReactNode {
  const { t } = ctx
  const wait = useMemo(() => createDeviceWait(model, ctx, email), [model, ctx, email])
  useEffect(() => {
    wait.start()
    return wait.stop
  }, [wait])
  const step = useValue(wait.step)
  const request = useValue(model.step)
  const isFailed = step.status === 'failed'
  return (
    <Stack gap={6} align="center">
      <ProgressRing state={isFailed ? 'failed' : 'busy'}>
        <svg aria-hidden width="32" height="32" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6">
          <path d="M5.5 6h13a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM4 7.5l8 6 8-6" />
        </svg>
      </ProgressRing>
      <div role="status">
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            {isFailed ? step.message : t('device.sent')}
          </Text>
          {!isFailed && (
            <Text size="strong" align="center">
              <Name>{email}</Name>
            </Text>
          )}
          <Text tone="muted" align="center">
            {t(isFailed ? 'device.failed.hint' : 'device.hint')}
          </Text>
          {request.status === 'failed' && (
            <Text tone="danger" size="caption" align="center">
              {request.message}
            </Text>
          )}
        </Stack>
      </div>
      <Resend email={email} model={{ resendAt: model.resendAt, resend: wait.resend }} ctx={ctx} textPrefix="device" />
    </Stack>
  )
}
