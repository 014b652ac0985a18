import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, ErrorState, Skeleton, Stack, useValue } from '@wallet-modal/kernel/ui'
import { AmountField, FailureText } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useEffect } from 'react'
import { type SendParams, type SendResult, WalletSend, WalletSendSelectToken } from '../contract.js'
import type { SendModel } from '../model.js'
import type { FormProps } from './form-props.js'
import { ReceiverCard } from './receiver-card.js'

type Props = ViewProps<SendParams | undefined, SendResult, SendModel>

/** Form of a transfer: token, amount and receiver. */
export default function WalletSendView({ model, ctx, params, resolve }: Props): ReactNode {
  const active = useValue(ctx.connections.active)
  const context = useValue(model.form.context)
  const opening = useValue(model.opening)
  const { t } = ctx
  const isConnected = active !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per visit and again after a wallet connects
  useEffect(() => {
    const route = ctx.router.current.peek()
    if (isConnected && route?.view.name === WalletSend.name) model.begin({ key: route.key, params, resolve })
  }, [model, isConnected])
  if (!active) return <EmptyState icon="wallet" title={t('send.none')} text={t('send.noneText')} />
  const network = opening.preset.network?.name ?? ''
  switch (opening.status) {
    case 'failed':
      return <ErrorState title={t('send.badParams')} text={opening.message} onRetry={model.retryOpening} />
    case 'declined':
      return (
        <ErrorState title={t('send.declinedSwitch')} text={t('send.declinedSwitchText', { network })}>
          <Button kind="secondary" compact onClick={model.retryOpening}>
            {t('send.retry')}
          </Button>
        </ErrorState>
      )
    case 'switching':
      return <EmptyState icon="wallet" title={t('send.switching', { network })} />
    case 'reading':
      return <Skeleton rows={3} />
    case 'ready':
  }
  if (!context) return <EmptyState icon="network" title={t('send.unsupported')} text={t('send.unsupportedText')} />
  return (
    <Stack gap={4}>
      <AmountCard model={model} ctx={ctx} />
      <ReceiverCard model={model} ctx={ctx} />
      <ReviewButton model={model} ctx={ctx} />
    </Stack>
  )
}

function AmountCard({ model, ctx }: FormProps): ReactNode {
  const { form } = model
  const token = useValue(form.token)
  const entry = useValue(form.amount)
  const { preset } = useValue(model.opening)
  const error = useAmountError({ model, ctx })
  const isAmountFixed = preset.amount !== undefined
  const isTokenFixed = token !== null && preset.assetId !== undefined
  return (
    <AmountField
      token={token}
      entry={entry}
      error={error}
      onType={isAmountFixed ? undefined : form.type}
      onMax={isAmountFixed ? undefined : form.useMax}
      onChooseToken={isTokenFixed ? undefined : () => void ctx.router.push(WalletSendSelectToken)}
    />
  )
}

/** Validation error of the amount, translated. */
function useAmountError({ model: { form }, ctx: { t } }: FormProps): string | undefined {
  const status = useValue(form.status)
  const token = useValue(form.token)
  const context = useValue(form.context)
  const limit = useValue(form.limit)
  if (status === 'incorrectValue') return t('amount.invalid')
  if (status !== 'insufficientFunds') return undefined
  if (limit.status === 'ready' && limit.limit.reason !== undefined) return limit.limit.reason
  const symbol = context?.network.nativeCurrency.symbol ?? ''
  const isFee = limit.status === 'ready' && limit.limit.max === 0n && (token?.amount ?? 0n) > 0n
  return isFee ? t('amount.noFee', { symbol }) : t('amount.tooMuch')
}

function ReviewButton({ model, ctx: { t } }: FormProps): ReactNode {
  const status = useValue(model.form.status)
  const limit = useValue(model.form.limit)
  const receiver = useValue(model.form.receiver)
  const hasLimitFailed = limit.status === 'failed'
  return (
    <Stack gap={2}>
      {(hasLimitFailed || receiver.status === 'failed') && (
        <Stack gap={2} align="center">
          {hasLimitFailed && (
            <FailureText text={t(`limit.failed.${limit.failure.reason}`)} message={limit.failure.message} />
          )}
          <Button kind="quiet" compact onClick={model.form.retry}>
            {t('send.retry')}
          </Button>
        </Stack>
      )}
      <Button
        inactive={status !== 'complete' && status !== 'selectToken'}
        loading={status === 'checking'}
        onClick={model.review}
      >
        {t(`form.${status}`)}
      </Button>
    </Stack>
  )
}
