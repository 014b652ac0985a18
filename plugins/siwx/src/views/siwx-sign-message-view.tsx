import type { Network, ReadonlySignal, ViewProps, WalletConnection } from '@wallet-modal/kernel'
import { Button, EmptyState, Mark, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useState } from 'react'
import type { SignIn } from '../contract.js'

interface SignInModel extends SignIn {
  readonly isRequired: boolean
  /** Network to which Cancel switches the wallet back; `null` if Cancel does not switch the network. */
  readonly cancelNetwork: ReadonlySignal<Network | null>
}
type Props = ViewProps<void, void, SignInModel>

/** Asks the active account to sign in, and states the effect of cancelling. */
export default function SIWXSignMessageView({ model, ctx }: Props): ReactNode {
  const { status } = useValue(model.state)
  // the state at mount: after a sign-in in this view, its form stays visible until the view has closed
  const [wasSignedIn] = useState(status === 'signedIn')
  const active = useValue(ctx.connections.active)
  const cancelNetwork = useValue(model.cancelNetwork)
  const { t } = ctx
  if (!active) return <EmptyState icon="wallet" title={t('signIn.none')} text={t('signIn.noneText')} />
  if (!active.network)
    return <EmptyState icon="network" title={t('signIn.unsupported')} text={t('signIn.unsupportedText')} />
  if (wasSignedIn && status === 'signedIn')
    return (
      <EmptyState icon="check" title={t('signIn.done')}>
        <Address>{active.account.address}</Address>
      </EmptyState>
    )
  const isBusy = status !== 'needed'
  const label = status === 'verifying' || status === 'checking' || status === 'signing' ? status : 'sign'
  return (
    <Stack gap={6}>
      <Stack gap={4} align="center">
        <Marks active={active} ctx={ctx} />
        <Text align="center">{t('signIn.text', { site: nameOf(ctx) })}</Text>
        <Address>{active.account.address}</Address>
        <Text tone="muted" size="caption" align="center">
          {t('signIn.hint')}
        </Text>
      </Stack>
      <Stack gap={3}>
        {model.isRequired && (
          <Text tone="muted" size="caption" align="center">
            {cancelNetwork ? t('signIn.switchesBack', { network: cancelNetwork.name }) : t('signIn.disconnects')}
          </Text>
        )}
        <Stack row gap={3}>
          <Button kind="secondary" onClick={() => void model.cancel()}>
            {t('signIn.cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => void model.sign()}>
            {t(`signIn.${label}`)}
          </Button>
        </Stack>
      </Stack>
    </Stack>
  )
}

const nameOf = ({ site }: Props['ctx']): string => site.metadata.name || location.host

/** Logos of the requesting site and of the wallet. */
function Marks({ active, ctx }: Pick<Props, 'ctx'> & { readonly active: WalletConnection }): ReactNode {
  const wallet = useValue(active.adapter.connectors).find((one) => one.id === active.connectorId)
  return (
    <Stack row gap={3} align="center">
      <Mark name={nameOf(ctx)} src={ctx.site.metadata.icons?.[0]} size={56} />
      <Mark name={active.connectorName} src={wallet?.icon} size={56} />
    </Stack>
  )
}
