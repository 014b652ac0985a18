import type { ConnectParams, ViewProps } from '@wallet-modal/kernel'
import { Button, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Tabs } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect, useState } from 'react'
import type { PairingParams } from '../contract.js'
import type { PairingModel, Platform } from '../pairing/model.js'
import { BrowserWallet } from './browser-wallet.js'
import { Code } from './code.js'
import { Failure } from './failure.js'
import { OpenWallet } from './open-wallet.js'
import type { PairingProps } from './pairing-props.js'

type Props<Params = void> = ViewProps<Params, void, PairingModel>

/** Code for any wallet. */
export function AnyWalletView({ model, ctx, params }: Props<ConnectParams | undefined>): ReactNode {
  return <PairingView model={model} ctx={ctx} wallet={undefined} request={params} />
}

/** View for one wallet: a code, or a button that opens the wallet on this device. */
export function OneWalletView({ model, ctx, params }: Props<PairingParams>): ReactNode {
  const { wallet, get } = params
  return (
    <Stack gap={3}>
      <PairingView model={model} ctx={ctx} wallet={wallet} request={params} />
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

function PairingView({ model, ctx, wallet, request }: PairingProps): ReactNode {
  const { status } = useValue(model.attempt)
  const [platform, setPlatform] = useState<Platform>(() => (model.installedConnector(wallet) ? 'browser' : 'mobile'))
  useEffect(() => model.start(wallet, request), [model, wallet, request])
  const choose = (next: Platform): void => {
    setPlatform(next)
    model.selectPlatform(next)
  }
  if (status !== 'waiting') return <Failure model={model} ctx={ctx} wallet={wallet} />
  return <PlatformTabs model={model} ctx={ctx} wallet={wallet} platform={platform} onChoose={choose} />
}

interface PlatformTabsProps extends PairingProps {
  readonly platform: Platform
  onChoose(platform: Platform): void
}

function PlatformTabs({ platform, onChoose, ...props }: PlatformTabsProps): ReactNode {
  const { model, ctx, wallet } = props
  useValue(model.connectors)
  const platforms = model.platforms(wallet)
  const content = <OnePlatform {...props} platform={platforms.includes(platform) ? platform : 'mobile'} />
  if (platforms.length === 1) return content
  return (
    <Tabs
      label={ctx.t('wc.ways')}
      tabs={platforms.map((id) => ({ id, label: ctx.t(`wc.way.${id}`) }))}
      selected={platform}
      onSelect={(id) => onChoose(platforms.find((one) => one === id) ?? 'mobile')}
    >
      {content}
    </Tabs>
  )
}

function OnePlatform({ platform, ...props }: PairingProps & { readonly platform: Platform }): ReactNode {
  const { model, wallet } = props
  if (!wallet || (platform === 'mobile' && !(model.device.isPhone && model.canOpen(wallet, platform))))
    return <Code {...props} />
  if (platform === 'browser') return <BrowserWallet {...props} wallet={wallet} />
  return <OpenWallet {...props} wallet={wallet} platform={platform} />
}
