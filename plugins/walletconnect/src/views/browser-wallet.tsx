import { Button, Icon, List, ListItem, Mark, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { LinkedWallet } from '../contract.js'
import { Continue } from './open-wallet.js'
import type { PairingProps } from './pairing-props.js'

/** Tab for the wallet's browser extension: a button that connects it if it is installed, otherwise a link to its page in the Chrome store. */
export function BrowserWallet({ model, ctx, wallet }: PairingProps & { readonly wallet: LinkedWallet }): ReactNode {
  const { viaInstalled = false } = useValue(model.attempt)
  if (!model.installedConnector(wallet)) return <NotInstalled model={model} ctx={ctx} wallet={wallet} />
  return (
    <Stack gap={4} align="center">
      <Continue ctx={ctx} wallet={wallet} busy={viaInstalled} />
      <Button compact loading={viaInstalled} onClick={() => model.connectInstalled(wallet)}>
        {ctx.t('wc.open')}
      </Button>
    </Stack>
  )
}

function NotInstalled({ ctx, wallet }: PairingProps & { readonly wallet: LinkedWallet }): ReactNode {
  const { name, image_url, chrome_store } = wallet
  return (
    <Stack gap={4}>
      <Stack gap={4} align="center">
        <Mark name={name} src={image_url} size={72} />
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            {ctx.t('wc.notInstalled')}
          </Text>
          <Text tone="muted" align="center">
            {ctx.t('wc.notInstalled.hint', { name })}
          </Text>
        </Stack>
      </Stack>
      {chrome_store && (
        <List>
          <ListItem
            label={ctx.t('wc.extension')}
            leading={<Icon name="download" />}
            trailing={<Icon name="external" size={18} />}
            href={chrome_store}
          />
        </List>
      )}
    </Stack>
  )
}
