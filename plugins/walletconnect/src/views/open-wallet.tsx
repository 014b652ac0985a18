import { Button, Icon, Mark, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { LinkedWallet } from '../contract.js'
import type { Platform } from '../pairing/model.js'
import { CopyLink } from './code.js'
import type { PairingProps } from './pairing-props.js'

interface OpenWalletProps extends PairingProps {
  readonly wallet: LinkedWallet
  readonly platform: Exclude<Platform, 'browser'>
}

/** Instructions for a wallet on this device, the button that opens the wallet, and a button that copies the link. */
export function OpenWallet({ model, ctx, wallet, platform }: OpenWalletProps): ReactNode {
  const { status } = useValue(model.pairing)
  return (
    <Stack gap={4} align="center">
      <Continue ctx={ctx} wallet={wallet} busy />
      <Button
        compact
        icon={<Icon name="external" size={18} />}
        loading={status !== 'ready'}
        onClick={() => model.open(wallet, platform)}
      >
        {ctx.t('wc.open')}
      </Button>
      <CopyLink model={model} ctx={ctx} />
    </Stack>
  )
}

interface ContinueProps extends Pick<PairingProps, 'ctx'> {
  readonly wallet: LinkedWallet
  readonly busy: boolean
}

/** Logo of the wallet and instructions. */
export function Continue({ ctx, wallet, busy }: ContinueProps): ReactNode {
  return (
    <>
      <ProgressRing state={busy ? 'busy' : 'idle'}>
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
    </>
  )
}
