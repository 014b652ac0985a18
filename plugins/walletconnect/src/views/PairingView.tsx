import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, Mark, Name, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { CopyButton, QrCode, Tabs } from '@wallet-modal/kernel/ui/more'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { LinkedWallet } from '../contract.js'
import type { PairingModel, Way } from '../model.js'
import { toSquares } from '../qr.js'

type Props<Params = void> = ViewProps<Params, void, PairingModel>
type PartProps = Pick<Props, 'model' | 'ctx'> & { readonly wallet: LinkedWallet | undefined }

/** A code for any wallet. */
export function AnyWalletView({ model, ctx }: Props): ReactNode {
  return <PairingView model={model} ctx={ctx} wallet={undefined} />
}

/** One wallet: a code, or the wallet itself where it is on this device. */
export function OneWalletView({ model, ctx, params }: Props<{ readonly wallet: LinkedWallet }>): ReactNode {
  return <PairingView model={model} ctx={ctx} wallet={params.wallet} />
}

function PairingView({ model, ctx, wallet }: PartProps): ReactNode {
  const { status } = useValue(model.attempt)
  useEffect(() => model.start(wallet), [model, wallet])
  if (status !== 'waiting') return <Failure model={model} ctx={ctx} wallet={wallet} />
  return <Ways model={model} ctx={ctx} wallet={wallet} />
}

function Ways({ model, ctx, wallet }: PartProps): ReactNode {
  const ways = model.ways(wallet)
  const [way, setWay] = useState<Way>('mobile')
  const isHere = way !== 'mobile' || (model.device.isPhone && model.canOpen(wallet, 'mobile'))
  const content =
    isHere && wallet ? (
      <OpenWallet model={model} ctx={ctx} wallet={wallet} way={way} />
    ) : (
      <Code model={model} ctx={ctx} wallet={wallet} />
    )
  if (ways.length === 1) return content
  return (
    <Tabs
      label={ctx.t('wc.ways')}
      tabs={ways.map((id) => ({ id, label: ctx.t(`wc.way.${id}`) }))}
      selected={way}
      onSelect={(id) => setWay(ways.find((one) => one === id) ?? 'mobile')}
    >
      {content}
    </Tabs>
  )
}

/** The code to scan, how long it is good, and the link for those who cannot scan it. */
function Code({ model, ctx }: PartProps): ReactNode {
  const pairing = useValue(model.pairing)
  const uri = pairing.status === 'ready' ? pairing.uri : undefined
  const squares = useMemo(() => (uri === undefined ? undefined : toSquares(uri)), [uri])
  const isReady = pairing.status === 'ready'
  return (
    <Stack gap={3} align="center">
      <QrCode squares={squares ?? []} label={ctx.t(squares ? 'wc.qr' : 'wc.preparing')} />
      <Text align="center">{ctx.t('wc.scan')}</Text>
      <Text size="caption" tone="muted" align="center">
        {isReady ? ctx.t('wc.renews', { time: toClock(pairing.secondsLeft) }) : ctx.t('wc.preparing')}
      </Text>
      {isReady ? (
        <CopyButton value={pairing.uri} label={ctx.t('wc.copy')} showLabel />
      ) : (
        <Button compact kind="quiet" disabled onClick={() => undefined}>
          {ctx.t('wc.copy')}
        </Button>
      )}
    </Stack>
  )
}

function OpenWallet({
  model,
  ctx,
  wallet,
  way,
}: PartProps & { readonly wallet: LinkedWallet; readonly way: Way }): ReactNode {
  const { status } = useValue(model.pairing)
  return (
    <Stack gap={4} align="center">
      <ProgressRing>
        <Mark name={wallet.name} src={wallet.image_url} size={72} />
      </ProgressRing>
      <div role="status">
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            {ctx.t('wc.continue', { name: wallet.name })}
          </Text>
          <Text tone="muted" align="center">
            {ctx.t('wc.accept')}
          </Text>
        </Stack>
      </div>
      <Button
        compact
        icon={<Icon name="external" size={18} />}
        loading={status !== 'ready'}
        onClick={() => model.open(wallet, way)}
      >
        {ctx.t('wc.open')}
      </Button>
    </Stack>
  )
}

function Failure({ model, ctx, wallet }: PartProps): ReactNode {
  const { status, reason, message } = useValue(model.attempt)
  const { t } = ctx
  return (
    <Stack gap={4} align="center">
      <ProgressRing state={status === 'rejected' ? 'idle' : 'failed'}>
        <Mark name={wallet?.name ?? t('wc.title')} src={wallet?.image_url} size={72} />
      </ProgressRing>
      <div role="status">
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            {t(status === 'rejected' ? 'wc.declined' : 'wc.failed')}
          </Text>
          <Text tone="muted" align="center">
            {status === 'rejected' ? (
              t('wc.declined.hint')
            ) : reason ? (
              t(`wc.failed.${reason}`)
            ) : (
              <Name>{message ?? ''}</Name>
            )}
          </Text>
        </Stack>
      </div>
      <Button compact kind="secondary" icon={<Icon name="retry" size={18} />} onClick={model.retry}>
        {t('wc.retry')}
      </Button>
      <Button compact kind="quiet" onClick={ctx.router.back}>
        {t('wc.other')}
      </Button>
    </Stack>
  )
}

/** Minutes and seconds: `3:05`. */
const toClock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
