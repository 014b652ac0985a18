import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, NetworkMark, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import { familyName } from '../family-name.js'
import type { AccountModel } from '../model.js'

interface OtherFamilyProps extends Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'> {
  /** `network` is a CAIP-2 id. */
  readonly params: { readonly network: string }
}

/** Offers to connect a wallet of the chain family to which the network `params.network` belongs. */
export function OtherFamily({ params, model, ctx }: OtherFamilyProps): ReactNode {
  const network = useValue(ctx.networks).find(({ caipNetworkId }) => caipNetworkId === params.network)
  if (!network) return null
  const { t } = ctx
  const { name, namespace } = network
  const family = familyName(namespace, ctx)
  return (
    <Stack gap={4} align="center">
      <NetworkMark network={network} size={72} />
      <Text align="center">{t('chain.text', { network: name, family })}</Text>
      <Button
        icon={<Icon name="wallet" />}
        onClick={() => model.connectAnother({ namespace, caipNetworkId: params.network })}
      >
        {t('wallets.add', { family })}
      </Button>
      <Button kind="quiet" onClick={ctx.router.back}>
        {t('chain.stay')}
      </Button>
    </Stack>
  )
}
