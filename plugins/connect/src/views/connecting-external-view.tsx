import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, Mark, Name, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { ConnectModel } from '../model.js'

/** Connection attempt: asks the visitor to continue in the wallet, or shows why the attempt failed and a button to try again. */
export default function ConnectingExternalView({ model, ctx }: ViewProps<void, void, ConnectModel>): ReactNode {
  const attempt = useValue(model.attempt)
  if (!attempt) return null
  const { connector, status, reason, message = '' } = attempt
  const { t } = ctx
  return (
    <Stack gap={6} align="center">
      <ProgressRing state={status === 'waiting' ? 'busy' : status === 'failed' ? 'failed' : 'idle'}>
        <Mark name={connector.name} src={connector.icon} size={72} />
      </ProgressRing>
      <div role="status">
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            {status === 'waiting'
              ? t('connecting.continue', { name: connector.name })
              : t(status === 'rejected' ? 'connecting.declined' : 'connecting.failed')}
          </Text>
          <Text tone="muted" align="center">
            {status === 'waiting' ? (
              t('connecting.accept')
            ) : status === 'rejected' ? (
              t('connecting.declined.hint')
            ) : reason ? (
              t(`connecting.failed.${reason}`)
            ) : (
              <>
                <Name>{connector.name}</Name>: <Name>{message}</Name>
              </>
            )}
          </Text>
        </Stack>
      </div>
      {status !== 'waiting' && (
        <Button compact kind="secondary" icon={<Icon name="retry" size={18} />} onClick={model.retry}>
          {t('connecting.retry')}
        </Button>
      )}
      <Button compact kind="quiet" onClick={ctx.router.back}>
        {t('connecting.other')}
      </Button>
    </Stack>
  )
}
