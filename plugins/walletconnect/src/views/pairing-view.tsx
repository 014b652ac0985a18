import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Tabs } from '@wallet-modal/kernel/ui/more'
import { type ReactNode, useEffect, useState } from 'react'
import type { PairingParams } from '../contract.js'
import type { PairingModel, Way } from '../pairing/model.js'
import { BrowserWallet } from './browser-wallet.js'
import { Code } from './code.js'
import { Failure } from './failure.js'
import { OpenWallet } from './open-wallet.js'
import type { PartProps } from './part-props.js'

type Props<Params = void> = ViewProps<Params, void, PairingModel>

/** Code for any wallet. */
export function AnyWalletView({ model, ctx }: Props): ReactNode {
  return <PairingView model={model} ctx={ctx} wallet={undefined} />
}

/** View for one wallet: a code, or the wallet itself if it is on this device. */
export function OneWalletView({ model, ctx, params: { wallet, get } }: Props<PairingParams>): ReactNode {
  return (
    <Stack gap={3}>
      <PairingView model={model} ctx={ctx} wallet={wallet} />
      {get && (
        <Stack align="center">
          <Button compact kind="quiet" onClick={get}>
            {ctx.t('wc.get', { name: wallet.name })}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

function PairingView({ model, ctx, wallet }: PartProps): ReactNode {
  const { status } = useValue(model.attempt)
  const [way, setWay] = useState<Way>(() => (model.here(wallet) ? 'browser' : 'mobile'))
  useEffect(() => model.start(wallet), [model, wallet])
  const choose = (next: Way): void => {
    setWay(next)
    model.look(next)
  }
  if (status !== 'waiting') return <Failure model={model} ctx={ctx} wallet={wallet} />
  return <Ways model={model} ctx={ctx} wallet={wallet} way={way} onChoose={choose} />
}

interface WaysProps extends PartProps {
  readonly way: Way
  onChoose(way: Way): void
}

function Ways({ way, onChoose, ...part }: WaysProps): ReactNode {
  const { model, ctx, wallet } = part
  useValue(model.connectors)
  const ways = model.ways(wallet)
  const content = <OneWay {...part} way={ways.includes(way) ? way : 'mobile'} />
  if (ways.length === 1) return content
  return (
    <Tabs
      label={ctx.t('wc.ways')}
      tabs={ways.map((id) => ({ id, label: ctx.t(`wc.way.${id}`) }))}
      selected={way}
      onSelect={(id) => onChoose(ways.find((one) => one === id) ?? 'mobile')}
    >
      {content}
    </Tabs>
  )
}

function OneWay({ way, ...part }: PartProps & { readonly way: Way }): ReactNode {
  const { model, wallet } = part
  if (!wallet || (way === 'mobile' && !(model.device.isPhone && model.canOpen(wallet, way)))) return <Code {...part} />
  if (way === 'browser') return <BrowserWallet {...part} wallet={wallet} />
  return <OpenWallet {...part} wallet={wallet} way={way} />
}
