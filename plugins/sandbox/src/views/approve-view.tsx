import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Footer, Payload, Section } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import type { ApprovalFact, ApprovalRequest } from '../contract.js'

type Props = ViewProps<ApprovalRequest, boolean>

/** `UIEvent.detail` of a single click. The Approve button ignores double clicks, because their first click may have been in the previous view. */
const SINGLE_PRESS = 1

/** Approval request of the wallet: requesting site, account, decoded effects, and the exact payload to sign. */
export default function ApproveView({ params, ctx, resolve }: Props): ReactNode {
  const networks = useValue(ctx.networks)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === params.caipNetworkId)
  const { t } = ctx
  const { accounts, others } = groupFacts(params)
  return (
    <Stack gap={4}>
      <Text size="strong" align="center">
        {t(`approve.${params.kind}`, { site: ctx.site.metadata.name })}
      </Text>
      <Section raised>
        <Stack gap={2}>
          <Fact label={t('approve.domain')} value={params.domain} />
          <Fact label={t('approve.network.label')} value={network?.name ?? params.caipNetworkId} />
          <Accounts addresses={[params.address, ...accounts.map(({ value }) => value)]} ctx={ctx} />
        </Stack>
      </Section>
      <Steps steps={params.steps ?? []} ctx={ctx} />
      {others.length > 0 && (
        <Section raised>
          <Stack gap={2}>
            <Facts facts={others} ctx={ctx} />
          </Stack>
        </Section>
      )}
      {params.payload !== undefined && (
        <Section title={t('approve.payload')}>
          <Payload>{params.payload}</Payload>
        </Section>
      )}
      <Footer
        status={
          <Text size="caption" tone="muted" align="center">
            {t('approve.hint')}
          </Text>
        }
      >
        <Button kind="secondary" onClick={() => resolve(false)}>
          {t('approve.no')}
        </Button>
        <Button onClick={({ detail }) => detail <= SINGLE_PRESS && resolve(true)}>{t('approve.yes')}</Button>
      </Footer>
    </Stack>
  )
}

/** Separates the additional accounts of a connection request from its other facts. */
function groupFacts({
  kind,
  facts,
}: ApprovalRequest): Readonly<Record<'accounts' | 'others', readonly ApprovalFact[]>> {
  const isAccount = ({ label }: ApprovalFact): boolean => kind === 'connect' && label === 'account'
  return { accounts: facts.filter(isAccount), others: facts.filter((fact) => !isAccount(fact)) }
}

/** Account of the request. For a connection request: all accounts that the site can use after the connection. */
function Accounts({ addresses, ctx }: Pick<Props, 'ctx'> & { readonly addresses: readonly string[] }): ReactNode {
  return (
    <Stack gap={1}>
      <Text size="caption" tone="muted">
        {ctx.t(addresses.length > 1 ? 'approve.accounts' : 'approve.account')}
      </Text>
      {addresses.map((address) => (
        <Address key={address}>{address}</Address>
      ))}
    </Stack>
  )
}

/** Parts of a transaction: its instructions, its outputs and inputs, or its calls. Numbered if there are several. */
function Steps({
  steps,
  ctx,
}: Pick<Props, 'ctx'> & { readonly steps: NonNullable<ApprovalRequest['steps']> }): ReactNode {
  return steps.map(({ kind, facts }, at) => {
    const name = ctx.t(`step.${kind}`)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a transaction never change order
      <Section key={at} raised title={steps.length > 1 ? `${at + 1}. ${name}` : name}>
        <Stack gap={2}>
          <Facts facts={facts} ctx={ctx} />
        </Stack>
      </Section>
    )
  })
}

function Facts({ facts, ctx }: Pick<Props, 'ctx'> & { readonly facts: readonly ApprovalFact[] }): ReactNode {
  return facts.map(({ label, ...fact }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a request never change order
    <Fact key={at} label={ctx.t(`fact.${label}`)} {...fact} />
  ))
}

function Fact({ label, value, format }: Omit<ApprovalFact, 'label'> & { readonly label: string }): ReactNode {
  return (
    <Stack gap={1}>
      <Text size="caption" tone="muted">
        {label}
      </Text>
      {format === 'address' ? (
        <Address>{value}</Address>
      ) : format === 'data' ? (
        <Payload>{value}</Payload>
      ) : (
        <Text>
          <Name>{value}</Name>
        </Text>
      )}
    </Stack>
  )
}
