import type { ViewProps } from '@wallet-modal/kernel'
import { displayAmount } from '@wallet-modal/kernel/assets'
import { Button, EmptyState, IconButton, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Footer } from '@wallet-modal/kernel/ui/deferred'
import { AmountField, QuoteFailure } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useEffect } from 'react'
import { isolate } from '../bridges/texts.js'
import { type SwapParams, SwapSelectToken } from '../contract.js'
import type { SwapModel } from '../model.js'
import { MAX_FRACTION_DIGITS } from '../quotes/quote-math.js'
import { Details } from './details.js'
import type { FormProps } from './form-props.js'
import { OpenSwaps } from './open-swaps.js'

/** Form of a swap: input, output, and terms of the quote. */
export default function SwapView({
  model,
  ctx,
  params,
}: ViewProps<SwapParams | undefined, void, SwapModel>): ReactNode {
  const { form } = model
  const context = useValue(form.context)
  const active = useValue(ctx.connections.active)
  const { t } = ctx
  const isConnected = active !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the view is displayed and again after a wallet connects
  useEffect(() => {
    if (isConnected) model.begin(params)
  }, [model, isConnected])
  useEffect(() => form.quotes.watch(), [form])
  if (!active) return <EmptyState icon="wallet" title={t('swap.none')} text={t('swap.noneText')} />
  if (!context) return <EmptyState icon="network" title={t('swap.unsupported')} text={t('swap.unsupportedText')} />
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <PayField model={model} ctx={ctx} />
        <TurnButton model={model} ctx={ctx} />
        <ReceiveField model={model} ctx={ctx} />
      </Stack>
      <Details model={model} ctx={ctx} />
      <OpenSwaps model={model} ctx={ctx} />
      <ReviewButton model={model} ctx={ctx} />
    </Stack>
  )
}

function PayField({ model: { form }, ctx: { t, router } }: FormProps): ReactNode {
  const token = useValue(form.pay)
  const entry = useValue(form.amount)
  const status = useValue(form.status)
  const symbol = useValue(form.context)?.network.nativeCurrency.symbol ?? ''
  const errors: Readonly<Record<string, string>> = {
    incorrectValue: t('toast.amount'),
    insufficientFunds: t('error.insufficientFunds'),
    noFee: t('error.noFee', { symbol }),
    feeUnknown: t('error.feeUnknown'),
    insufficientLiquidity: t('error.insufficientLiquidity'),
  }
  return (
    <AmountField
      token={token}
      entry={entry}
      label={t('field.pay')}
      error={errors[status]}
      onType={form.type}
      onMax={form.useMax}
      onChooseToken={() => void router.push(SwapSelectToken, { side: 'pay' } as const)}
    />
  )
}

/** Exchanges the two tokens. Disabled if they are on different networks, because only tokens of the active network can be paid. */
function TurnButton({ model: { form }, ctx: { t } }: FormProps): ReactNode {
  const [context, receive] = [useValue(form.context), useValue(form.receive)]
  const isOtherNetwork = receive !== null && receive.caipNetworkId !== context?.network.caipNetworkId
  return (
    <Stack align="center">
      <IconButton label={t('swap.turn')} icon="swap" disabled={isOtherNetwork} onClick={form.turn} />
    </Stack>
  )
}

function ReceiveField({ model: { form }, ctx: { t, router } }: FormProps): ReactNode {
  const token = useValue(form.receive)
  const quoteState = useValue(form.quotes.state)
  const [context, networks] = [useValue(form.context), useValue(form.destinations.all)]
  const value = quoteState.status === 'ready' ? quoteState.quote.receiveAmount : undefined
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === token?.caipNetworkId)
  const isOtherNetwork = network && network.caipNetworkId !== context?.network.caipNetworkId
  const text = token && value !== undefined ? displayAmount(value, token.decimals, MAX_FRACTION_DIGITS) : ''
  return (
    <AmountField
      token={token}
      entry={{ text, isMax: false, value }}
      label={isOtherNetwork ? t('field.receiveOn', { network: isolate(network.name) }) : t('field.receive')}
      onChooseToken={() => void router.push(SwapSelectToken, { side: 'receive' } as const)}
    />
  )
}

function ReviewButton({ model, ctx: { t } }: FormProps): ReactNode {
  const status = useValue(model.form.status)
  const quoteState = useValue(model.form.quotes.state)
  return (
    <Footer
      status={
        quoteState.status === 'failed' && (
          <QuoteFailure
            text={t('error.quote')}
            message={quoteState.failure.message}
            retryLabel={t('swap.retry')}
            onRetry={model.form.quotes.refresh}
          />
        )
      }
    >
      <Button
        inactive={status !== 'complete' && status !== 'selectToken'}
        loading={status === 'checking'}
        onClick={model.review}
      >
        {t(`form.${status}`)}
      </Button>
    </Footer>
  )
}
