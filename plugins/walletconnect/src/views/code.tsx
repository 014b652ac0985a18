import { Button, Mark, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { CopyButton, QrCode } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'
import type { PairingProps } from './pairing-props.js'

/** QR code with its remaining time, and a link to copy. */
export function Code({ model, ctx, wallet }: PairingProps): ReactNode {
  const pairing = useValue(model.pairing)
  const uri = pairing.status === 'ready' ? pairing.uri : undefined
  const squares = useMemo(() => (uri === undefined ? undefined : encode(uri, { ecc: 'M', border: 0 }).data), [uri])
  return (
    <Stack gap={3} align="center">
      <QrCode
        squares={squares ?? []}
        label={ctx.t(squares ? 'wc.qr' : 'wc.preparing')}
        mark={wallet && <Mark name={wallet.name} src={wallet.image_url} size={48} />}
      />
      <Text align="center">{ctx.t('wc.scan')}</Text>
      <Text size="caption" tone="muted" align="center">
        {pairing.status === 'ready'
          ? ctx.t('wc.renews', { time: toClock(pairing.secondsLeft) })
          : ctx.t('wc.preparing')}
      </Text>
      <CopyLink model={model} ctx={ctx} />
    </Stack>
  )
}

/** Button that copies the current pairing URI; disabled while there is no URI. */
export function CopyLink({ model, ctx }: Pick<PairingProps, 'model' | 'ctx'>): ReactNode {
  const pairing = useValue(model.pairing)
  if (pairing.status === 'ready') return <CopyButton value={pairing.uri} label={ctx.t('wc.copy')} showLabel />
  return (
    <Button compact kind="quiet" disabled onClick={() => undefined}>
      {ctx.t('wc.copy')}
    </Button>
  )
}

/** Minutes and seconds: `3:05`. */
const toClock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
