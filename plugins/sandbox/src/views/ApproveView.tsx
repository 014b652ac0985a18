import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Payload, Section } from '@wallet-modal/kernel/ui/more'
import type { ReactNode } from 'react'
import type { ApprovalRequest } from '../contract.js'

const isAddress = (value: string): boolean => /^0x[\da-f]{40}$/i.test(value)

/** What a wallet shows before it agrees: who asks, which account answers, and exactly what is signed. */
export default function ApproveView({ params, ctx, resolve }: ViewProps<ApprovalRequest, boolean>): ReactNode {
  const networks = useValue(ctx.networks)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === params.caipNetworkId)
  const { t } = ctx
  return (
    <Stack gap={4}>
      <Text size="strong" align="center">
        {t(`approve.${params.kind}`, { site: ctx.site.metadata.name })}
      </Text>
      <Section raised>
        <Stack gap={2}>
          {params.facts.map(({ label, value }) => (
            <Fact key={label} label={t(`fact.${label}`)} value={value} />
          ))}
          <Fact label={t('approve.account')} value={params.address} />
          <Fact label={t('approve.network.label')} value={network?.name ?? params.caipNetworkId} />
        </Stack>
      </Section>
      {params.payload !== undefined && (
        <Section title={t('approve.payload')}>
          <Payload>{params.payload}</Payload>
        </Section>
      )}
      <Text size="caption" tone="muted" align="center">
        {t('approve.hint')}
      </Text>
      <Stack row gap={2}>
        <Button kind="secondary" onClick={() => resolve(false)}>
          {t('approve.no')}
        </Button>
        <Button onClick={() => resolve(true)}>{t('approve.yes')}</Button>
      </Stack>
    </Stack>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <Stack gap={1}>
      <Text size="caption" tone="muted">
        {label}
      </Text>
      {isAddress(value) ? <Address>{value}</Address> : <Name>{value}</Name>}
    </Stack>
  )
}
