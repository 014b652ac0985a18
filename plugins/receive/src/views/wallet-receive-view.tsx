import type { ViewProps } from '@wallet-modal/kernel'
import { EmptyState, List, ListItem, Name, NetworkMark, Skeleton, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar, CopyButton, QrCode, Tabs } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { WalletCompatibleNetworks } from '../contract.js'
import type { ReceiveModel, Receiving } from '../model.js'
import { useAccountKind } from './use-account-kind.js'

type Props = ViewProps<void, void, ReceiveModel>
type ReceivingProps = Pick<Props, 'ctx'> & { readonly receiving: Receiving }

/** The address as QR code and text, and its networks. */
export default function WalletReceiveView({ model, ctx }: Props): ReactNode {
  useAccountKind(model)
  const receiving = useValue(model.receiving)
  const [form, setForm] = useState<'address' | 'uri'>('address')
  const { t } = ctx
  if (!receiving) return <EmptyState icon="wallet" title={t('receive.none')} text={t('receive.noneText')} />
  const { address, uri } = receiving
  if (uri === null) return <Payable receiving={receiving} ctx={ctx} code={address} form="address" />
  return (
    <Tabs
      label={t('receive.form')}
      tabs={(['address', 'uri'] as const).map((id) => ({ id, label: t(`receive.${id}`) }))}
      selected={form}
      onSelect={(id) => setForm(id === 'uri' ? 'uri' : 'address')}
    >
      <Payable receiving={receiving} ctx={ctx} code={form === 'uri' ? uri : address} form={form} />
    </Tabs>
  )
}

interface PayableProps extends ReceivingProps {
  /** Content of the QR code. */
  readonly code: string
  readonly form: 'address' | 'uri'
}

function Payable({ receiving, ctx, code, form }: PayableProps): ReactNode {
  const { t } = ctx
  const { address, network } = receiving
  // error correction level Q, because a picture covers the middle of the code
  const squares = useMemo(() => encode(code, { ecc: 'Q', border: 0 }).data, [code])
  const isUri = form === 'uri'
  return (
    <Stack gap={4}>
      <Stack gap={3} align="center">
        <QrCode
          squares={squares}
          label={t(isUri ? 'receive.uriCode' : 'receive.addressCode')}
          mark={<Avatar address={address} size={48} />}
        />
        <Address>{address}</Address>
        <CopyButton showLabel value={code} label={t(isUri ? 'receive.copyUri' : 'receive.copyAddress')} />
        {isUri && network && (
          <Text size="caption" tone="muted" align="center">
            {t('receive.uriHint', { network: network.name })}
          </Text>
        )}
      </Stack>
      <Warnings receiving={receiving} ctx={ctx} />
      <Networks receiving={receiving} ctx={ctx} />
    </Stack>
  )
}

function Warnings({ receiving: { type, isContract, network }, ctx: { t } }: ReceivingProps): ReactNode {
  const texts = [
    !network && t('receive.unsupported'),
    network && isContract && t('receive.smartAccount', { network: network.name }),
    type === 'ordinal' && t('receive.ordinal'),
  ].filter((text) => typeof text === 'string')
  return texts.map((text) => (
    <Text key={text} size="caption" tone="warning" align="center">
      {text}
    </Text>
  ))
}

function Networks({ receiving: { networks, isChecked }, ctx }: ReceivingProps): ReactNode {
  const { t } = ctx
  const [first, ...others] = networks
  if (!first) return null
  if (!isChecked) return <Skeleton rows={1} />
  if (others.length === 0) {
    return (
      <Text size="caption" tone="muted" align="center">
        {t('receive.only', { network: first.name })}
      </Text>
    )
  }
  return (
    <List>
      <ListItem
        label={t('networks.title')}
        description={<Name>{networks.map(({ name }) => name).join(', ')}</Name>}
        leading={<NetworkMark network={first} size={40} />}
        trailing="chevron"
        onClick={() => void ctx.router.push(WalletCompatibleNetworks)}
      />
    </List>
  )
}
